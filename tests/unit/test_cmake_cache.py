"""CMakeCache.txt, and what of it a shadow is configured with."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

import ctest_fakes  # noqa: F401  (the path to micro_ctest)
from micro_ctest.cmake_cache import CacheEntry, CMakeCache, parse_cache, read_cache
from micro_ctest.errors import UserError
from micro_ctest.flags import Flags
from micro_ctest.initial_cache import compilers, initial_cache

TEXT = """# This is the CMakeCache file.
# X:STRING=comment

//Choose the type of build
CMAKE_BUILD_TYPE:STRING=Release
//No help, variable specified on the command line.
GIVEN:UNINITIALIZED=a;b=c
//No help, variable specified on
// the command line, but longer.
OTHER:PATH=/p
"odd:name":STRING=x:STRING=y
BLANKS:STRING=' x '
EMPTY:BOOL=

X-ADVANCED:INTERNAL=1
no entry
"""


class Reading(unittest.TestCase):
    def test_entries(self):
        self.assertEqual(
            parse_cache(TEXT).entries,
            {
                "CMAKE_BUILD_TYPE": CacheEntry("STRING", "Release"),
                "GIVEN": CacheEntry("UNINITIALIZED", "a;b=c", True),
                "OTHER": CacheEntry("PATH", "/p"),
                "odd:name": CacheEntry("STRING", "x:STRING=y"),
                "BLANKS": CacheEntry("STRING", " x "),
                "EMPTY": CacheEntry("BOOL", ""),
                "X-ADVANCED": CacheEntry("INTERNAL", "1"),
            },
        )

    def test_values(self):
        cache = parse_cache(TEXT)
        self.assertEqual((cache.value("OTHER"), cache.value("NONE"), cache.words("GIVEN"), cache.words("NONE")), ("/p", "", ["a", "b=c"], []))
        self.assertEqual(read_cache("/nowhere").entries, {})


def entries(**values):
    return CMakeCache({name: CacheEntry(*entry) for name, entry in values.items()})


class Initial(unittest.TestCase):
    def setUp(self):
        self.build = tempfile.mkdtemp(prefix="micro cache $x ")
        self.addCleanup(shutil.rmtree, self.build)

    def script(self, cache=CMakeCache({}), flags=Flags(), cmicro="/cmicro"):
        return initial_cache(cache, self.build, cmicro, flags)

    def names(self, cache):
        names = re.findall(r"^set\(\[==\[(.*?)\]==\]", self.script(cache), re.MULTILINE)
        return [name for name in names if not name.startswith("MICRO_")]

    def test_what_is_kept(self):
        cache = entries(
            KEPT=("STRING", "x"),
            GIVEN=("UNINITIALIZED", "x"),
            INTERN=("INTERNAL", "x"),
            STAT=("STATIC", "x"),
            FOUND=("PATH", self.build + "/lib"),
            SELF=("PATH", self.build),
            AMONG=("STRING", "/opt;" + self.build + "/lib"),
            BESIDE=("PATH", self.build + "-2/lib"),
            MEANT=("PATH", self.build + "/prefix", True),
            CMAKE_RUNTIME_OUTPUT_DIRECTORY=("PATH", "/bin", True),
            CMAKE_LIBRARY_OUTPUT_DIRECTORY_DEBUG=("PATH", "/lib"),
            EXECUTABLE_OUTPUT_PATH=("PATH", ""),
            MICRO_DEFAULTS=("STRING", "FORK=1"),
            MICRO_SHADOW_KEEP=("STRING", "7"),
            CMAKE_CXX_FLAGS=("STRING", "-g"),
        )
        self.assertEqual(self.names(cache), ["BESIDE", "CMAKE_CXX_FLAGS", "GIVEN", "KEPT", "MEANT"])

    def test_another_build_type(self):
        cache = entries(CMAKE_BUILD_TYPE=("STRING", "Release"))
        self.assertIn('set([==[CMAKE_BUILD_TYPE]==] [==[Release]==] CACHE STRING "")', self.script(cache))
        self.assertIn('set([==[CMAKE_BUILD_TYPE]==] [==[Debug]==] CACHE STRING "")', self.script(cache, Flags(build_type="Debug")))

    def test_what_was_fetched_is_not_fetched_again(self):
        os.makedirs(os.path.join(self.build, "_deps", "fmt-src"))
        os.makedirs(os.path.join(self.build, "_deps", "fmt-build"))
        os.makedirs(os.path.join(self.build, "_deps", "json-src"))
        script = self.script(entries(FETCHCONTENT_SOURCE_DIR_JSON=("PATH", "/mine"), FETCHCONTENT_BASE_DIR=("PATH", self.build + "/_deps")))
        self.assertIn(f'set([==[FETCHCONTENT_SOURCE_DIR_FMT]==] [==[{self.build}/_deps/fmt-src]==] CACHE PATH "")', script)
        self.assertIn('set([==[FETCHCONTENT_SOURCE_DIR_JSON]==] [==[/mine]==] CACHE PATH "")', script)
        self.assertNotIn("BASE_DIR", script)

    def test_words_of_a_compiler(self):
        folder = os.path.join(self.build, "CMakeFiles", "3.25.1")
        os.makedirs(folder)
        with open(os.path.join(folder, "CMakeCXXCompiler.cmake"), "w", encoding="utf-8") as file:
            file.write('set(CMAKE_CXX_COMPILER "/bin/ccache")\nset(CMAKE_CXX_COMPILER_ARG1 " g++ -m64")\n')
        cache = entries(CMAKE_CXX_COMPILER=("FILEPATH", "/bin/ccache"), CMAKE_CXX_COMPILER_LAUNCHER=("STRING", "x"))
        self.assertIn('set([==[CMAKE_CXX_COMPILER]==] [==[/bin/ccache;g++;-m64]==] CACHE STRING "")', self.script(cache))
        self.assertEqual([type(part) for part in compilers(cache, self.build)], [list, str])

    def test_flags(self):
        flags = Flags(("lto", "native"), ("-O3", "-DX=a;b"), ('T="\\$"',), ("-Xlinker", "a b", "-Xlinker", 'c"\\'), "20")
        script = self.script(flags=flags)
        self.assertIn('set([==[MICRO_SHADOW_FEATURES]==] [==[lto;native]==] CACHE STRING "")', script)
        self.assertIn('set([==[MICRO_SHADOW_COMPILE_OPTIONS]==] [==[-O3;-DX=a\\;b]==] CACHE STRING "")', script)
        self.assertIn('set([==[MICRO_SHADOW_CXX_STANDARD]==] [==[20]==] CACHE STRING "")', script)
        self.assertIn('set([==[MICRO_SHADOW_DEFINITIONS]==] [==[T="\\$"]==] CACHE STRING "")', script)
        self.assertIn('[==[SHELL:-Xlinker "a b" -Xlinker "c\\"\\\\"]==]', script)
        for word in ("x[", "]x", "x\\"):
            with self.assertRaisesRegex(UserError, "^MICRO: CMake can't hand on the flag '"):
                self.script(flags=Flags(definitions=("A", word)))
        self.script(flags=Flags(definitions=("A[1]=x",)))

    def test_cmake_reads_what_was_meant(self):
        hostile = ["a;b", "[", 'quo"te', "back\\slash\\", "#x", "$x", "${y}", "@z@", "Grüße", " blanks ", "]==]", ""]
        cache = CMakeCache({f"odd name{i}": CacheEntry("STRING", value) for i, value in enumerate(hostile)})
        path = os.path.join(self.build, "read.cmake")
        flags = Flags(definitions=("A=1;2", "B"))
        shown = "".join(f'message("<${{odd\\ name{i}}}>")\n' for i in range(len(hostile)))
        shown += 'foreach(word IN LISTS MICRO_SHADOW_DEFINITIONS)\nmessage("<${word}>")\nendforeach()\n'
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.script(cache, flags) + "cmake_minimum_required(VERSION 3.25)\n" + shown)
        cmake = shutil.which("cmake")
        if not cmake:
            self.skipTest("no cmake in PATH")
        done = subprocess.run([cmake, "-P", path], stderr=subprocess.PIPE, check=True)
        self.assertEqual(done.stderr.decode(), "".join(f"<{value}>\n" for value in [*hostile, "A=1;2", "B"]))


if __name__ == "__main__":
    unittest.main()
