// How files are opened: modes, paths, descriptors.

#include "vm/convert.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/string.hpp"
#include "vm/core/string_methods.hpp"
#include "vm/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace miniyarv {

namespace {

struct ModeLetters {
  char letter;
  int flags; ///< without "+"
};
constexpr ModeLetters kModes[] = {
    {'r', O_RDONLY},
    {'w', O_WRONLY | O_CREAT | O_TRUNC},
    {'a', O_WRONLY | O_CREAT | O_APPEND},
};

/// "b", "t", "x" and "+" after the first letter; false for anything else.
bool parse_mode_letters(std::string_view letters, OpenMode& m) {
  if (letters.empty()) return false;
  const ModeLetters* base = nullptr;
  for (const ModeLetters& candidate : kModes)
    if (candidate.letter == letters[0]) base = &candidate;
  if (!base) return false;
  m.flags = base->flags;
  bool text = false;
  for (const char c : letters.substr(1)) switch (c) {
    case '+': m.flags = (m.flags & ~O_ACCMODE) | O_RDWR; break;
    case 'b': m.binary = true; break;
    case 't': text = true; break;
    case 'x':
      if (letters[0] != 'w') return false;
      m.flags |= O_EXCL;
      break;
    default: return false;
    }
  return !(text && m.binary);
}

void set_access(OpenMode& m) {
  const int access = m.flags & O_ACCMODE;
  m.readable = access != O_WRONLY;
  m.writable = access != O_RDONLY;
}

/// "utf-8", "bom|utf-8", "ext:int".
Encoding parse_encoding_suffix(VM& vm, std::string_view names) {
  std::string_view name = names.substr(0, names.find(':'));
  if (const size_t bar = name.find('|'); bar != std::string_view::npos) name.remove_prefix(bar + 1);
  if (const auto e = lookup_encoding(name)) return *e;
  warn(vm, cat("Unsupported encoding ", name, " ignored"));
  return Encoding::Utf8;
}

} // namespace

OpenMode parse_open_mode(VM& vm, Value v) {
  OpenMode m;
  if (v.is_nil()) return m;
  if (v.is_fixnum()) {
    m.flags = static_cast<int>(v.to_fixnum());
    set_access(m);
    return m;
  }
  const std::string text(to_str(vm, v)->view());
  const size_t colon = text.find(':');
  if (!parse_mode_letters(std::string_view(text).substr(0, colon), m))
    raise_argument_error(vm, cat("invalid access mode ", text));
  set_access(m);
  if (m.binary) m.encoding = Encoding::Binary;
  if (colon != std::string::npos)
    m.encoding = parse_encoding_suffix(vm, std::string_view(text).substr(colon + 1));
  return m;
}

int open_path(VM& vm, const std::string& path, const OpenMode& mode, int permissions) {
  const auto fd = static_cast<int>(
      retry_interrupted(vm, [&] { return ::open(path.c_str(), mode.flags | O_CLOEXEC, permissions); }));
  if (fd < 0) raise_errno(vm, errno, path, "rb_sysopen");
  return fd;
}

std::string path_argument(VM& vm, Value v) {
  if (!is_string(v)) {
    const Value path = vm.call_if_responds(v, ids::to_path);
    if (!path.is_undef()) v = path;
  }
  std::string path(to_str(vm, v)->view());
  if (path.find('\0') != std::string::npos) raise_argument_error(vm, "path name contains null byte");
  return path;
}

} // namespace miniyarv
