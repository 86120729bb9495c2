"""Words of TEST= → suites and benchmarks."""

import unittest
import warnings

import ctest_fakes
from ctest_fakes import listing
from micro_ctest.benchmarks import Failure
from micro_ctest.selection import (
    Choice,
    as_word,
    candidates,
    choose,
    choose_anywhere,
    micro_words,
    nothing_found,
    parse_words,
    unknown_variant,
)

CONTENTS = {
    "io": listing("open", "records.close"),
    "io.records": listing("deserialize<map>/length:10", "deserialize<map>/length:100", "sort<int, 4>/8"),
    "io.text": listing("sort/8", "read"),
    "strings": listing("find", "sort+"),
}


def word(text):
    (parsed,) = parse_words(text)
    return parsed


def select(text, contents=CONTENTS):
    """What the word selects by whichever rule: suite → sorted names; None for nothing."""
    parsed = word(text)
    found = candidates(parsed, list(contents))
    needed = {name: contents[name] for name in found.needed()}
    choice = choose(found, needed)
    if choice is None:
        choice = choose_anywhere(parsed, contents)
    return None if choice is None else {name: sorted(choice.names(name)) for name in contents if name in choice.suites()}


def whole(*suites):
    return {name: sorted(benchmark.name for benchmark in CONTENTS[name].benchmarks) for name in suites}


class Words(unittest.TestCase):
    def test_only_micro_words_count(self):
        self.assertEqual(micro_words("micro:a  tier1 micro\tmicrowave mirco:b micro: gtest:micro:x"), ["micro:a", "micro", "micro:"])

    def test_a_blank_inside_a_word(self):
        self.assertEqual(word("micro:sort<int,%204>").pattern, "sort<int, 4>")

    def test_variants(self):
        (known,) = parse_words("micro:a.b@off,detail", ["default", "off", "detail"])
        self.assertEqual((known.pattern, known.variants, known.unknown_variants), ("a.b", ("off", "detail"), ()))
        (known,) = parse_words("micro:a.b@default")
        self.assertEqual((known.pattern, known.variants, known.unknown_variants), ("a.b", ("default",), ()))
        (unknown,) = parse_words("micro:a.b@default,off,x", ["default", "detail"])
        self.assertEqual((unknown.pattern, unknown.variants, unknown.unknown_variants), ("a.b@default,off,x", (), ("off", "x")))
        self.assertEqual((word("micro:a@.*").pattern, word("micro:a@.*").variants), ("a@.*", ()))

    def test_a_name_becomes_a_word(self):
        for name in ctest_fakes.HOSTILE:
            if not set(name) & set("\n\t\r"):
                self.assertEqual(word(as_word("s." + name)).pattern, "s." + name)


class Choosing(unittest.TestCase):
    def test_variants_of_several_words_add_up(self):
        one = Choice()
        one.add("io", CONTENTS["io"])
        choice = Choice()
        self.assertEqual(choice.variants("io", ["default", "off"]), [])
        choice.join(one, ["off"])
        self.assertEqual(choice.variants("io", ["default", "off", "detail"]), ["off"])
        choice.join(one, ["detail", "off"])
        self.assertEqual(choice.variants("io", ["default", "off", "detail"]), ["off", "detail"])
        choice.join(one)
        self.assertEqual(choice.variants("io", ["default", "off", "detail"]), ["default", "off", "detail"])


class Rules(unittest.TestCase):
    def test_1_everything(self):
        for text in ("micro", "micro:", "micro:all", "micro:all@default"):
            self.assertEqual(select(text), whole(*CONTENTS), text)
            self.assertEqual(candidates(word(text), list(CONTENTS)).suites, list(CONTENTS), text)

    def test_2_exactly_a_suite_and_not_those_below_it(self):
        self.assertEqual(select("micro:io"), whole("io"))
        self.assertEqual(select("micro:io.records@default"), whole("io.records"))

    def test_2_a_dotted_prefix(self):
        contents = {"java.lang.reflect": listing("a"), "java.lang": listing("b"), "javax.x": listing("c")}
        self.assertEqual(select("micro:java", contents), {"java.lang.reflect": ["a"], "java.lang": ["b"]})

    def test_2_a_full_name(self):
        self.assertEqual(select("micro:io.records.deserialize<map>/length:10"), {"io.records": ["deserialize<map>/length:10"]})
        self.assertEqual(select("micro:io.records.close"), {"io": ["records.close"]})

    def test_2_a_full_name_beats_regular_expressions(self):
        contents = {"a": listing(".*", "x"), "a.b": listing("y")}
        self.assertEqual(select("micro:a..*", contents), {"a": [".*"]})

    def test_2_full_names_with_odd_characters(self):
        contents = {"s": listing(*ctest_fakes.HOSTILE)}
        for name in ctest_fakes.HOSTILE:
            if name and not set(name) & set("\n\t\r"):
                self.assertEqual(select(as_word("s." + name), contents), {"s": [name]})

    def test_2_a_full_name_with_an_at_sign(self):
        contents = {"s": listing("mail@home", "mail")}
        self.assertEqual(select("micro:s.mail@home", contents), {"s": ["mail@home"]})

    def test_3_a_regular_expression_for_whole_names_of_suites(self):
        self.assertEqual(select("micro:io[.].*"), whole("io.records", "io.text"))
        self.assertEqual(select("micro:(io|strings)"), whole("io", "strings"))
        self.assertEqual(select("micro:io.*"), whole("io", "io.records", "io.text"))

    def test_3_what_only_matches_a_part_is_not_by_rule_3(self):
        self.assertEqual(candidates(word("micro:i[o]"), list(CONTENTS)).matched, ["io"])
        self.assertEqual(candidates(word("micro:ring.?"), list(CONTENTS)).matched, [])

    def test_3_leaves_nothing_to_rule_4(self):
        self.assertEqual(select("micro:a.b?", {"a": listing("x"), "a.b": listing("y")}), {"a.b": ["y"]})

    def test_3_remarks_of_python_on_an_expression_are_not_for_users(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertIsNone(select("micro:[[a]x"))

    def test_4_benchmarks_of_a_suite(self):
        self.assertEqual(select("micro:io.text.sort"), {"io.text": ["sort/8"]})
        self.assertEqual(select("micro:io.records.length:10$"), {"io.records": ["deserialize<map>/length:10"]})

    def test_4_benchmarks_below_a_prefix(self):
        contents = {"a.b": listing("sort", "x"), "a.c": listing("resort"), "d": listing("sort")}
        self.assertEqual(select("micro:a.sort", contents), {"a.b": ["sort"], "a.c": ["resort"]})

    def test_4_wherever_the_word_is_split(self):
        contents = {"x.y": listing("foo", "y.bar", "z")}
        self.assertEqual(select("micro:x.y.^fo", contents), {"x.y": ["foo"]})
        self.assertEqual(select("micro:x.y.y.ba.$", contents), {"x.y": ["y.bar"]})

    def test_4_benchmarks_of_suites_by_regular_expression(self):
        self.assertEqual(select("micro:(io[.]text|strings).sort"), {"io.text": ["sort/8"], "strings": ["sort+"]})

    def test_4_literally_or_as_a_regular_expression(self):
        self.assertEqual(select("micro:strings.rt+"), {"strings": ["sort+"]})
        both = {"io.records": ["deserialize<map>/length:10", "deserialize<map>/length:100"]}
        self.assertEqual(select("micro:io.records.<map>/length:10+$"), both)
        self.assertEqual(select("micro:s.(unbalanced", {"s": listing("x(unbalanced", "y")}), {"s": ["x(unbalanced"]})

    def test_5_anywhere_in_full_names(self):
        self.assertEqual(select("micro:sort"), {"io.records": ["sort<int, 4>/8"], "io.text": ["sort/8"], "strings": ["sort+"]})
        self.assertEqual(select("micro:text.re"), {"io.text": ["read"]})
        self.assertEqual(select("micro:^s"), whole("strings"))

    def test_nothing(self):
        self.assertIsNone(select("micro:nothing"))
        self.assertIsNone(select("micro:(nothing"))
        self.assertIsNone(select("micro:io.nothing"))


class OnlyWhatCanMatchIsNeeded(unittest.TestCase):
    def needed(self, text):
        return candidates(word(text), list(CONTENTS)).needed()

    def test_needed(self):
        for text, suites in (
            ("micro:io.records", ["io.records"]),
            ("micro:(strings)", ["strings"]),
            ("micro:io.text.sort", ["io", "io.text"]),
            ("micro:strings.x", ["strings"]),
            ("micro:sort", []),
            ("micro:strings.x@y", ["strings"]),
        ):
            self.assertEqual(sorted(self.needed(text)), suites, text)

    def test_rule_5_is_said_to_need_all_by_an_empty_list(self):
        self.assertEqual(self.needed("micro:sort"), [])


class FailedSuites(unittest.TestCase):
    CONTENTS = {"good": listing("sort"), "bad": Failure("build", "error"), "worse": Failure("list", "crash")}

    def test_a_failed_suite_that_was_asked_for_is_selected(self):
        self.assertEqual(select("micro:bad", self.CONTENTS), {"bad": []})
        self.assertEqual(select("micro", self.CONTENTS), {"good": ["sort"], "bad": [], "worse": []})
        self.assertEqual(select("micro:bad.sort", self.CONTENTS), {"bad": []})
        self.assertEqual(select("micro:(good|bad).sort", self.CONTENTS), {"good": ["sort"], "bad": []})

    def test_rule_5_keeps_failed_suites_beside_what_is_found(self):
        self.assertEqual(select("micro:sor", self.CONTENTS), {"good": ["sort"], "bad": [], "worse": []})

    def test_rule_5_does_not_find_failed_suites_alone(self):
        self.assertIsNone(select("micro:nothing", self.CONTENTS))

    def test_a_failed_suite_does_not_hide_a_full_name(self):
        contents = {"a": Failure("build", "error"), "a.b": listing("c")}
        self.assertEqual(select("micro:a.b.c", contents), {"a.b": ["c"]})


class Errors(unittest.TestCase):
    def test_near_suites(self):
        for text, near in (("micro:strngs", "micro:strings"), ("micro:recrods", "micro:io.records"), ("micro:IO.Text", "micro:io.text")):
            message = str(nothing_found(word(text), CONTENTS, ""))
            self.assertIn(f"TEST: {text} is neither a suite nor found in the name of a benchmark\n  hint: did you mean {near}", message)

    def test_near_benchmarks_as_words(self):
        message = str(nothing_found(word("micro:io.records.srt<int,4>/8"), CONTENTS, ""))
        self.assertIn("did you mean micro:io.records.sort<int,%204>/8", message)

    def test_nothing_near_lists_the_suites(self):
        message = str(nothing_found(word("micro:0"), {f"s{i}xyz": listing("b") for i in range(12)}, ""))
        self.assertRegex(message, "hint: there are micro:s0xyz, .*, micro:s9xyz and 2 more$")

    def test_what_is_wrong_with_a_regular_expression(self):
        message = str(nothing_found(word("micro:(x"), CONTENTS, ""))
        self.assertIn(", and is no regular expression: missing ), unterminated subpattern at position 0\n", message)

    def test_suites_that_were_not_searched_are_named(self):
        message = str(nothing_found(word("micro:x"), FailedSuites.CONTENTS, ""))
        self.assertIn("not searched, because they could not be built or listed: bad, worse", message)

    def test_elsewhere(self):
        self.assertTrue(str(nothing_found(word("micro:x"), CONTENTS, "x is below")).endswith("\n  hint: x is below"))

    def test_unknown_variant(self):
        message = str(unknown_variant(word("micro:io@defualt"), "defualt", ["default", "lto", "default"]))
        self.assertEqual(
            message,
            "TEST: micro:io@defualt asks for the variant defualt, which there is not\n"
            "  hint: did you mean default? variants are default, lto",
        )


if __name__ == "__main__":
    unittest.main()
