// A library that cmicro preloads into benchmark programs for PROVE: it delays one function and counts its calls.
//
// The program, and the libraries of the project, are built with -finstrument-functions, which makes each function call
// __cyg_profile_func_enter with its own address first. glibc has one that does nothing; this one comes before it.
//
// Environment: MICRO_PROVE_FUNCTION (name as in C++, without parameters; any part of it from a :: on will do),
// MICRO_PROVE_DELAY_NS (0: calls are counted only), MICRO_PROVE_REPORT (file that is written at the end: "entered N",
// calls of any function, "calls N", of the one; "symbol NAME" for each function that was meant, or, where there is
// none, "near NAME" for those that there are).
#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace {

// Read at each call of any function; written before `ready`.
std::atomic<bool> ready{false};
std::vector<std::uintptr_t>* addresses = nullptr;  // sorted
std::int64_t delay_ns = 0;
std::atomic<std::uint64_t> entered{0};
std::atomic<std::uint64_t> calls{0};

pid_t process = 0;
std::vector<std::string>* symbols = nullptr;           // of the project
std::vector<std::string>* standard_symbols = nullptr;  // which GCC does not instrument, and Clang does

std::int64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{1'000'000'000} * time.tv_sec + time.tv_nsec;
}

// Without what stands in <> and (), without the type that templates begin with, and without ABI tags: "int
// a::f<int>(long) const" and "a::f[abi:cxx11]()" are "a::f". Anonymous namespaces stay.
std::string plain_name(const std::string& demangled) {
  const std::string anonymous = "(anonymous namespace)";
  const std::string abi_tag = "[abi:";
  std::string plain;
  int depth = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    if (depth == 0 && demangled.compare(i, anonymous.size(), anonymous) == 0) {
      plain += anonymous;
      i += anonymous.size() - 1;
      continue;
    }
    if (demangled.compare(i, abi_tag.size(), abi_tag) == 0) {
      i = std::min(demangled.find(']', i), demangled.size());
      continue;
    }
    const char c = demangled[i];
    if (c == '(' && depth == 0) break;
    if (c == '<' || c == '(') ++depth;
    if (depth == 0) plain += c;
    if ((c == '>' || c == ')') && depth > 0) --depth;
  }
  // "(anonymous namespace)" has the only blank that is a part of a name.
  std::size_t start = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain.compare(i, anonymous.size(), anonymous) == 0)
      i += anonymous.size() - 1;
    else if (plain[i] == ' ')
      start = i + 1;
  }
  return plain.substr(start);
}

bool is_meant(const std::string& name, const std::string& asked) {
  if (name == asked) return true;
  const std::string tail = "::" + asked;
  return name.size() > tail.size() && name.compare(name.size() - tail.size(), tail.size(), tail) == 0;
}

std::string last_part(const std::string& name) {
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

// The functions in the symbol table of a loaded file.
class Symbols {
 public:
  Symbols(const char* path, std::uintptr_t base) : base_(base) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (file >= 0 && fstat(file, &status) == 0 && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
      if (mapped != MAP_FAILED) data_ = static_cast<const char*>(mapped);
    }
    if (file >= 0) close(file);
  }
  ~Symbols() {
    if (data_ != nullptr) munmap(const_cast<char*>(data_), size_);
  }
  Symbols(const Symbols&) = delete;
  Symbols& operator=(const Symbols&) = delete;

  template <typename Function>
  void for_each(Function&& f) const {
    const auto* header = at<ElfW(Ehdr)>(0, 1);
    if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return;
    const auto* sections = at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
    if (sections == nullptr) return;
    const ElfW(Shdr)* table = nullptr;
    for (std::size_t i = 0; i < header->e_shnum; ++i) {
      if (sections[i].sh_type == SHT_SYMTAB) table = &sections[i];
      if (sections[i].sh_type == SHT_DYNSYM && table == nullptr) table = &sections[i];
    }
    if (table == nullptr || table->sh_link >= header->e_shnum) return;
    const ElfW(Shdr)& names = sections[table->sh_link];
    const std::size_t count = table->sh_size / sizeof(ElfW(Sym));
    const auto* all = at<ElfW(Sym)>(table->sh_offset, count);
    const char* texts = at<char>(names.sh_offset, names.sh_size);
    if (all == nullptr || texts == nullptr || names.sh_size == 0 || texts[names.sh_size - 1] != '\0') return;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned type = all[i].st_info & 0xf;
      if (type != STT_FUNC || all[i].st_value == 0 || all[i].st_name >= names.sh_size) continue;
      f(texts + all[i].st_name, base_ + all[i].st_value);
    }
  }

 private:
  template <typename Type>
  const Type* at(std::size_t offset, std::size_t count) const {
    if (data_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(Type)) return nullptr;
    return reinterpret_cast<const Type*>(data_ + offset);
  }

  std::uintptr_t base_;
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

bool begins_with(const char* text, const char* start) {
  return std::strncmp(text, start, std::strlen(start)) == 0;
}

bool is_of_standard_library(const std::string& name) {
  return begins_with(name.c_str(), "std::") || begins_with(name.c_str(), "__gnu_cxx::");
}

// Of the system or of the standard library, Google Benchmark's, or of the compiler's making.
bool is_foreign(const std::string& name) {
  if (is_of_standard_library(name)) return true;
  for (const char* start : {"_", "benchmark::", "operator", "non-virtual", "virtual", "typeinfo", "guard"}) {
    if (begins_with(name.c_str(), start)) return true;
  }
  return name.empty() || name.find("operator") != std::string::npos;
}

std::string demangled_name(const char* mangled) {
  int status = 0;
  char* const text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  const std::string name = plain_name(status == 0 ? text : mangled);
  std::free(text);
  return name;
}

const char* path_of(const dl_phdr_info* info) {
  return info->dlpi_name == nullptr || *info->dlpi_name == '\0' ? "/proc/self/exe" : info->dlpi_name;
}

// Of the system, or this library: nothing in it is instrumented, and that it was not entered would say nothing.
bool is_of_others(const char* path) {
  return begins_with(path, "/usr/lib") || begins_with(path, "/usr/local/lib") || begins_with(path, "/lib") ||
         std::strstr(path, "libmicro-prove.so") != nullptr;
}

int look_in(dl_phdr_info* info, std::size_t, void* data) {
  if (is_of_others(path_of(info))) return 0;
  const auto& asked = *static_cast<const std::string*>(data);
  const std::string part = last_part(asked);
  Symbols(path_of(info), info->dlpi_addr).for_each([&](const char* mangled, std::uintptr_t address) {
    // Most symbols have nothing of it, and need not be demangled.
    if (std::strstr(mangled, part.c_str()) == nullptr) return;
    const std::string name = demangled_name(mangled);
    if (!is_meant(name, asked)) return;
    add_once(is_of_standard_library(name) ? *standard_symbols : *symbols, name);
    addresses->push_back(address);
  });
  return 0;
}

// What the project's own files have.
int list_names(dl_phdr_info* info, std::size_t, void* data) {
  auto& names = *static_cast<std::vector<std::string>*>(data);
  const char* const path = path_of(info);
  if (is_of_others(path)) return 0;
  Symbols(path, info->dlpi_addr).for_each([&](const char* mangled, std::uintptr_t) {
    constexpr std::size_t at_most = 20000;
    if (names.size() >= at_most) return;
    std::string name = demangled_name(mangled);
    if (!is_foreign(name)) names.push_back(std::move(name));
  });
  return 0;
}

__attribute__((constructor)) void begin() {
  const char* const function = std::getenv("MICRO_PROVE_FUNCTION");
  if (function == nullptr) return;
  if (const char* const delay = std::getenv("MICRO_PROVE_DELAY_NS")) delay_ns = std::atoll(delay);
  process = getpid();
  addresses = new std::vector<std::uintptr_t>();
  symbols = new std::vector<std::string>();
  standard_symbols = new std::vector<std::string>();
  std::string asked = function;
  dl_iterate_phdr(look_in, &asked);
  std::sort(addresses->begin(), addresses->end());
  ready.store(true, std::memory_order_release);
}

__attribute__((destructor)) void end() {
  const char* const path = std::getenv("MICRO_PROVE_REPORT");
  if (path == nullptr || symbols == nullptr || getpid() != process) return;
  // A launcher, where nothing is instrumented, may end after the benchmark: it has nothing to say then.
  std::FILE* const file = std::fopen(path, entered.load() == 0 ? "wxe" : "we");
  if (file == nullptr) return;
  if (calls.load() > 0) symbols->insert(symbols->end(), standard_symbols->begin(), standard_symbols->end());
  std::fprintf(file, "entered %llu\ncalls %llu\n", static_cast<unsigned long long>(entered.load()),
               static_cast<unsigned long long>(calls.load()));
  for (const std::string& name : *symbols) std::fprintf(file, "symbol %s\n", name.c_str());
  if (symbols->empty()) {
    std::vector<std::string> names;
    dl_iterate_phdr(list_names, &names);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const std::string& name : names) std::fprintf(file, "near %s\n", name.c_str());
  }
  std::fclose(file);
}

}  // namespace

extern "C" {

void __cyg_profile_func_enter(void* function, void*) {
  if (!ready.load(std::memory_order_acquire)) return;
  if (entered.load(std::memory_order_relaxed) == 0) entered.store(1, std::memory_order_relaxed);
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  if (!std::binary_search(addresses->begin(), addresses->end(), address)) return;
  calls.fetch_add(1, std::memory_order_relaxed);
  if (delay_ns > 0) {
    const std::int64_t until = now_ns() + delay_ns;
    while (now_ns() < until) {
    }
  }
}

void __cyg_profile_func_exit(void*, void*) {}

}  // extern "C"
