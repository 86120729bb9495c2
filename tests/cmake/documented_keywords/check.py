import json
import re
from typing import List

from case import Case, expect_equal


def check(case: Case) -> None:
    """What is accepted is what the manual defines, and what the option table lets a suite set: no more and no less."""
    accepted = known(case, "NO_SUCH_KEYWORD")
    of_a_counter = known(case, "COUNTER;x;no such keyword")
    header = (case.micro / "modules/Micro/micro_add_suite.cmake").read_text().split("]===")[0]
    defined = re.findall(r"^``([A-Z_]+)(?: [^`]*)?``$", header, re.MULTILINE)
    grammar = header.split(".. code-block:: cmake")[1].split("\n\n")[1]
    expect_equal("keywords in the grammar of the manual", sorted(defined), sorted(re.findall(r"\b[A-Z_]{2,}\b", grammar)))
    table = json.loads((case.micro / "modules/Micro/options.json").read_text())["options"]
    options = [name for option in table if "suite" in option["layers"] for name in [option["key"], *option.get("aliases", [])]]
    expect_equal("accepted keywords", sorted([*defined, *options]), sorted([*accepted, *of_a_counter]))
    for command in ("micro_define_feature", "micro_add_variant", "micro_add_variants"):
        header = (case.micro / f"modules/Micro/{command}.cmake").read_text().split("]===")[0]
        defined = [word for line in re.findall(r"^``[A-Z_]+.*``$", header, re.MULTILINE) for word in re.findall(r"``([A-Z_]+)(?: [^`]*)?``", line)]
        grammar = header.split(".. code-block:: cmake")[1].split("\n\n")[1]
        expect_equal(f"keywords in the grammar of {command}", sorted(defined), sorted(set(re.findall(r"\b[A-Z_]{2,}\b", grammar))))
        expect_equal(f"accepted keywords of {command}", sorted(defined), sorted(known(case, "NO_SUCH_KEYWORD", command)))


def known(case: Case, words: str, command: str = "micro_add_suite") -> List[str]:
    """The keywords that the message names when there is another one."""
    hint = re.search(r"hint: (?:did you mean .*\? )?known are (.*)", case.configure("-D", f"WORDS={words}", "-D", f"CALLED={command}").stderr)
    return hint.group(1).split(", ")
