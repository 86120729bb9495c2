"""What happens when ctest loads its tests: from TEST= and MICRO= to a session and the tests that run it."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Callable, List, Mapping, Sequence, Set, Tuple

from .against import Against, given_against
from .benchmarks import Failure
from .build import synchronize
from .build_tree import cross_compiled_for, read_build_tree
from .cmake_cache import read_cache
from .comparison import BaselineBuilder, asked_baseline
from .configuration import Configuration, configuration_of_one, configuration_of_several
from .contents import SuiteContents
from .enclosing_ninja import goals_besides
from .errors import UserError, all_problems, with_hint
from .flags import Flags
from .formats import require_sayable
from .forms import as_listed, built_forms
from .manifest import Manifest, Suite, read_manifest
from .near import did_you_mean, near_names
from .obstacles import obstacles
from .option_table import read_option_table
from .options import Layer, parse_layer, resolve
from .place import Places
from .preload import require_preloads
from .processes import Processes
from .processors import require_processors
from .proving import against_itself, asked_proof, instrumented
from .reach import out_of_reach
from .registration import write_tests
from .restriction import restricted
from .resuming import asked_run
from .revision import revision_of
from .saved import SavedBaseline, find_saved
from .saving import PREVIOUS, asked_save, baseline_folder, prepare_save
from .selected import announcement, in_forms
from .selection import (
    Candidates,
    Choice,
    Word,
    as_word,
    candidates,
    choose,
    choose_anywhere,
    micro_words,
    nothing_found,
    other_words,
    parse_words,
    unknown_variant,
)
from .session import previous_journal, remove_session, results_runs, write_session
from .shadow import Shadows
from .test_time_flags import given_flags, require_features, require_standard

_SHOWN = 10  # suites in a message
_REFUSED = 2  # exit code of cmicro: a wrong call


@dataclass(frozen=True)
class LoadArguments:
    build_directory: str
    configuration: str  # CMAKE_BUILD_TYPE, or what ctest was told where there are several
    multi_config: bool
    directory: str  # where ctest runs: in a sub-directory of the build folder only the suites below count
    tests_file: str
    configurations: Tuple[str, ...] = ()  # where there are several
    ctest: int = 0  # the process that will run the tests; 0: the parent of this one


def load(
    arguments: LoadArguments,
    environment: Mapping[str, str],
    processes: Processes,
    now: datetime,
    say: Callable[[str], None],
) -> str:
    """Chooses, builds and lists what TEST= asks for, writes session and tests, and returns the folder of the run.

    `say` takes lines for the user. UserError if nothing is to be run.
    """
    test = environment.get("TEST", "")
    if not micro_words(test):
        raise UserError(with_hint(f"TEST: '{test}' asks for no benchmark", "TEST=micro:NAME does; TEST=micro asks for all"))
    for word in other_words(test):
        say(f"TEST: '{word}' is no word for Micro (they begin with micro:) and selects nothing; a blank in a word is %20")
    given = _given_layers(environment, say)
    require_processors(given, _allowed_processors())
    require_sayable(given)
    chosen = _configuration(arguments, environment.get("CONF", ""))
    flags = given_flags(given, chosen.build_type)
    tree = read_build_tree(arguments.build_directory, chosen.name, arguments.multi_config)
    goals = goals_besides(environment.get("MICRO_GOAL", "test"), arguments.build_directory)
    if not goals:
        synchronize(tree, processes)
    manifest = read_manifest(arguments.build_directory, chosen.name)
    project = Layer("project", manifest.defaults)
    layers = [*given, project]
    jobs = _jobs(layers, environment)
    against = given_against(given, flags)
    proof = asked_proof(given, against)
    if proof:
        flags = instrumented(flags, manifest)
    cache = read_cache(arguments.build_directory)
    baselines = baseline_folder(environment, cache, arguments.build_directory)
    save = asked_save(given, baselines)
    resumed = asked_run(given, results_runs(manifest, test))
    previous = ""
    if against and against.saved_name() == PREVIOUS:
        _require_alone(against, flags, layers)
        previous, against = previous_journal(manifest, test), None

    def saved(name: str) -> SavedBaseline:
        return find_saved(name, baselines, environment.get("LD_LIBRARY_PATH", ""), processes)

    # ctest changes into the build folder; the shell, or make, from where it was called says where it is.
    called_in = [environment["PWD"]] if os.path.isabs(environment.get("PWD", "")) else []
    asked = asked_baseline(against, manifest, [*called_in, arguments.directory], saved, processes) if against else None
    places = Places(tree, manifest, given, project, jobs, goals, arguments.directory, processes, say)

    user = arguments.ctest or os.getppid()
    with Shadows(tree, manifest, processes, user, say) as shadows, ExitStack() as stack:
        place = places.own()
        if flags:
            require_features(flags.features, manifest.features)
            require_standard(flags.cxx_standard, manifest)
            place = places.shadow(flags, shadows)
        obstacle = obstacles(given, project, cross_compiled_for(arguments.build_directory))
        contents = SuiteContents(place.suites, obstacle, place.builder, place.lister)
        words = parse_words(test, [name for suite in place.suites.values() for name in suite.variant_names()])
        choice = _choose(words, contents, place.suites, manifest, arguments.directory, say)
        failures = contents.failures(choice.suites())
        if len(failures) == len(choice.suites()) and all(failure.stage == "build" for _, failure in failures):
            raise _nothing_built(failures, flags)
        if not contents.targets():
            place.builder.build_engine()  # it reports what is skipped or failed, too
        chosen_benchmarks, wanted = restricted(choice, place.suites, contents.known(), given, project, say)
        require_preloads(wanted, place.suites, given, project)
        build = places.build_of_variants(place, flags, shadows)
        forms = built_forms(wanted, place.suites, contents.targets(), build)
        selected = [in_forms(entry, forms.get(entry.suite.name, ())) for entry in chosen_benchmarks]
        revision = revision_of(manifest.source_directory, processes)
        baseline, to_save = None, selected
        if asked:
            builder = stack.enter_context(BaselineBuilder(asked, places, shadows, flags, user, environment))
            selected, baseline = builder.compare(selected, contents.known(), obstacle, revision)
        if proof:
            selected, baseline = against_itself(selected, proof, place.directory)
        for line in announcement(test, selected):
            say(line)
        measured = replace(manifest, configuration=place.configuration)
        folder = write_session(test, now, measured, layers, selected, revision, baseline, save, previous, resumed)
        if save:
            try:
                prepare_save(save, folder, to_save, measured, layers, revision, now, environment.get("LD_LIBRARY_PATH", ""), processes)
            except UserError:
                remove_session(folder)
                raise
    if not all(entry.skipped for entry in selected):
        try:
            _say_estimate(manifest.cmicro, folder, processes, say)
        except UserError:
            if not resumed:
                remove_session(folder)
            raise
    write_tests(arguments.tests_file, manifest.cmicro, folder, selected)
    return folder


def _require_alone(against: Against, flags: Flags, layers: Sequence[Layer]) -> None:
    """Nothing is built for the run before, and what is measured apart proves nothing."""
    if against.flags != flags or against.keep:
        message = "AGAINST: @previous is the numbers of the run before, which no flags and no files reach"
        raise UserError(with_hint(message, "AGAINST=<revision> builds a baseline with them"))
    if resolve("FAIL_ON", layers):
        message = "FAIL_ON: the run before was measured apart, which proves nothing, so nothing can fail on it"
        raise UserError(with_hint(message, "SAVE=name keeps the programs of a run, and AGAINST=@name runs both in turns"))


def _configuration(arguments: LoadArguments, conf: str) -> Configuration:
    if arguments.multi_config:
        return configuration_of_several(conf, arguments.configuration, arguments.configurations)
    return configuration_of_one(conf, arguments.configuration, lambda: read_cache(arguments.build_directory))


def _given_layers(environment: Mapping[str, str], say: Callable[[str], None]) -> List[Layer]:
    table = read_option_table()
    parsed = [
        parse_layer(environment.get(variable, ""), layer, variable, table)
        for layer, variable in (("micro", "MICRO"), ("test_opts", "TEST_OPTS"))
    ]
    for layer in parsed:
        for remark in layer.remarks:
            say(remark)
    problems = [problem for layer in parsed for problem in layer.problems]
    if problems:
        raise all_problems(problems)
    return [layer.layer for layer in parsed]


def _allowed_processors() -> Set[int]:
    # Not every system tells.
    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def _jobs(layers: Sequence[Layer], environment: Mapping[str, str]) -> int:
    resolved = resolve("JOBS", layers)
    if resolved:
        return int(str(resolved[0]))
    level = environment.get("CMAKE_BUILD_PARALLEL_LEVEL", "")
    return int(level) if level.isdecimal() and int(level) > 0 else os.cpu_count() or 1


def _choose(
    words: Sequence[Word],
    contents: SuiteContents,
    suites: Mapping[str, Suite],
    manifest: Manifest,
    directory: str,
    say: Callable[[str], None],
) -> Choice:
    found = [_candidates(word, suites) for word in words]
    for name, suite in suites.items():
        asking = [word for word, one in zip(words, found) if name in one.needed()]
        if asking and all(word.variants for word in asking):
            contents.list_as(as_listed(suite, [variant for word in asking for variant in word.variants]))
    contents.require(name for one in found for name in one.needed())
    choice = Choice()
    for word, one in zip(words, found):
        chosen = choose(one, contents.known())
        if chosen is None and word.unknown_variants:
            known = [name for suite in suites.values() for name in suite.variant_names()]
            raise unknown_variant(word, word.unknown_variants[0], known)
        if chosen is None and one.full_names:
            # It begins with the name of a suite: looking for it elsewhere would build everything for a slip.
            named = {suite: content for suite, content in contents.known().items() if suite in one.full_names}
            raise nothing_found(word, named, named=list(named))
        if chosen is None:
            names = _with_variants(word, suites)
            say(f"{word.text} names no suite: all suites are built, to look for it in the names of their benchmarks")
            near = near_names(word.pattern, names, ".")
            if near:
                say(f"  hint: {did_you_mean(as_word(name) for name in near)}")
            contents.require(names)
            chosen = choose_anywhere(word, {name: content for name, content in contents.known().items() if name in names})
        if chosen is None:
            raise nothing_found(word, contents.known(), _elsewhere(word, contents, manifest, directory))
        choice.join(chosen, word.variants)
    return choice


def _candidates(word: Word, suites: Mapping[str, Suite]) -> Candidates:
    """What a word can mean, among the suites that have its variants. UserError for a variant that none of those has that the word means."""
    found = candidates(word, _with_variants(word, suites))
    meant = found.needed() or (candidates(word, list(suites)).needed() if word.variants else [])
    for variant in word.variants if meant else ():
        known = [name for suite in meant for name in suites[suite].variant_names()]
        if variant not in known:
            raise unknown_variant(word, variant, known, meant)
    return found


def _with_variants(word: Word, suites: Mapping[str, Suite]) -> List[str]:
    """The suites that have one of the word's variants: all, if it names none."""
    return [name for name, suite in suites.items() if not word.variants or set(word.variants) & set(suite.variant_names())]


def _elsewhere(word: Word, contents: SuiteContents, manifest: Manifest, directory: str) -> str:
    outside = out_of_reach(manifest, contents.suites)
    places = [f"{name} is declared in {outside[name].directory}" for name in candidates(word, list(outside)).needed()]
    return f"{', '.join(places)}, and only suites in {directory} and below count here" if places else ""


def _say_estimate(cmicro: str, folder: str, processes: Processes, say: Callable[[str], None]) -> None:
    """How long the run will take, in the words of the engine. UserError if it refuses the session, mostly for an option that it alone can judge."""
    done = processes.capture([cmicro, "run", "--session", folder, "--dry-run"])
    message = done.errors.strip()
    if done.exit_code == _REFUSED and message:
        raise UserError(message[len("cmicro: ") :] if message.startswith("cmicro: ") else message)
    if done.exit_code != 0:
        raise UserError(f"micro: {cmicro} can't run the session: {message or f'exit code {done.exit_code}'}")
    say(done.output.strip())


def _nothing_built(failures: Sequence[Tuple[str, Failure]], flags: Flags) -> UserError:
    # What the compiler says was shown while it was at work.
    with_flags = f" with {flags.described()}" if flags else ""
    names = [name for name, _ in failures]
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    return UserError(with_hint(f"micro: nothing of what is selected could be built{with_flags}: {shown}", "the words of the compiler stand above"))
