// require, load and what they find.

#include "vm/core/load.hpp"

#include "vm/convert.hpp"
#include "vm/core/array.hpp"
#include "vm/core/io_stream.hpp"
#include "vm/core/path.hpp"
#include "vm/core/string.hpp"
#include "vm/core_library.hpp"
#include "vm/cref.hpp"
#include "vm/eval.hpp"
#include "vm/frames.hpp"
#include "vm/globals.hpp"
#include "vm/native.hpp"
#include "vm/options.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace miniyarv {

void LoadState::mark(Marker& m) {
  m.mark(load_path);
  m.mark(features);
}

namespace {

/// What other Rubies keep in libraries and this one has built in.
constexpr std::string_view kBuiltIn[] = {"enumerator", "rational",   "complex", "fiber",
                                         "thread",     "etc",        "set",     "monitor",
                                         "rbconfig",   "io/console", "io/wait", "continuation"};

bool is_regular_file(const std::string& path) {
  struct stat st {};
  return ::stat(path.c_str(), &st) == 0 && !S_ISDIR(st.st_mode);
}

[[noreturn]] void raise_load_error(VM& vm, std::string_view message, std::string_view path) {
  const Value e = exception_new(vm, vm.eLoadError, message);
  vm.heap.ivar_set(e.object(), vm.intern("@path"), str_new(vm, path));
  raise_exception(vm, e);
}

[[noreturn]] void raise_no_such_file(VM& vm, std::string_view name) {
  raise_load_error(vm, cat("cannot load such file -- ", name), name);
}

std::string home_expanded(const std::string& name) {
  if (name[0] != '~' || (name.size() > 1 && name[1] != '/')) return name;
  const char* home = std::getenv("HOME");
  return home ? home + name.substr(1) : name;
}

/// Whether the name says where the file is, so that $LOAD_PATH does not matter.
bool names_a_place(const std::string& name) {
  return path::is_absolute(name) || name.rfind("./", 0) == 0 || name.rfind("../", 0) == 0 ||
         (!name.empty() && name[0] == '~');
}

std::string in_current_directory(const std::string& name) {
  return path::expand(home_expanded(name), path::current_directory());
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The file that `name` means in the folders of $LOAD_PATH; empty when there is none. `extension` is tried
/// first.
std::string find_file(VM& vm, const std::string& name, std::string_view extension) {
  const std::string with_extension = ends_with(name, extension) ? name : name + std::string(extension);
  if (names_a_place(name)) {
    const std::string file = in_current_directory(with_extension);
    return is_regular_file(file) ? file : std::string();
  }
  Array* folders = vm.state<LoadState>().load_path;
  for (size_t i = 0; i < folders->size(); ++i) {
    const std::string folder = in_current_directory(path_argument(vm, folders->data()[i]));
    const std::string file = path::expand(with_extension, folder);
    if (is_regular_file(file)) return file;
  }
  return {};
}

std::string read_source(VM& vm, const std::string& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) raise_no_such_file(vm, file);
  std::string text;
  char buffer[1 << 16];
  ssize_t n = 0;
  while ((n = ::read(fd, buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<size_t>(n));
  ::close(fd);
  return text;
}

bool is_loaded(VM& vm, std::string_view feature) {
  const Array* features = vm.state<LoadState>().features;
  const auto values = features->values();
  return std::any_of(values.begin(), values.end(),
                     [&](Value v) { return is_string(v) && str_view(v) == feature; });
}

/// Runs `load` once for `feature`; a failure leaves it to be tried again.
template <class Load> bool load_once(VM& vm, const std::string& feature, Load&& load) {
  LoadState& state = vm.state<LoadState>();
  if (is_loaded(vm, feature)) return false;
  if (std::find(state.loading.begin(), state.loading.end(), feature) != state.loading.end()) {
    warn_verbose(vm, cat("loading in progress, circular require considered harmful - ", feature));
    return false;
  }
  state.loading.push_back(feature);
  vm.ensure(load, [&] { state.loading.pop_back(); });
  ary_push(vm, state.features, str_fstring(vm, feature, Encoding::Utf8));
  return true;
}

const EmbeddedUnit* find_embedded(std::string_view name) {
  for (const EmbeddedUnit& unit : embedded_features())
    if (unit.name == name) return &unit;
  return nullptr;
}

std::string without_extension(const std::string& name) {
  for (const std::string_view extension : {".rb", ".so"})
    if (ends_with(name, extension)) return name.substr(0, name.size() - extension.size());
  return name;
}

bool require_embedded(VM& vm, const std::string& name, bool& found) {
  const std::string feature = without_extension(name);
  found = true;
  if (find_embedded(feature) && feature.rfind("internal/", 0) != 0)
    return load_once(vm, feature + ".rb", [&] { load_embedded(vm, feature); });
  found = std::find(std::begin(kBuiltIn), std::end(kBuiltIn), feature) != std::end(kBuiltIn);
  return false;
}

bool require_file(VM& vm, const std::string& file) {
  return load_once(vm, file, [&] { vm.load_source(file, read_source(vm, file)); });
}

bool kernel_require(VM& vm, Value, Value name) { return require_feature(vm, name); }

/// The folder of the file that called.
std::string caller_folder(VM& vm) {
  const Value file = caller_ruby_frame(vm)->iseq->unit->realpath;
  if (!is_string(file)) raise_load_error(vm, "cannot infer basepath", "");
  return std::string(path::dirname(str_view(file)));
}

bool kernel_require_relative(VM& vm, Value, Value name) {
  const std::string absolute = path::expand(home_expanded(path_argument(vm, name)), caller_folder(vm));
  const std::string file = find_file(vm, absolute, ".rb");
  if (file.empty()) raise_no_such_file(vm, absolute);
  return require_file(vm, file);
}

bool kernel_load(VM& vm, Value, Value name, std::optional<Value> wrap) {
  const std::string path = path_argument(vm, name);
  std::string file = find_file(vm, path, "");
  if (file.empty() && is_regular_file(path)) file = in_current_directory(path);
  if (file.empty()) raise_no_such_file(vm, path);
  vm.load_source(file, read_source(vm, file), wrap && wrap->truthy());
  return true;
}

Value load_error_path(VM& vm, Value self) {
  const Value path = vm.heap.ivar_get(self.object(), vm.intern("@path"));
  return path.is_undef() ? Qnil : path;
}

constexpr NativeMethod kFunctions[] = {
    {"require", native<kernel_require>},
    {"require_relative", native<kernel_require_relative>},
    {"load", native<kernel_load>},
};
constexpr NativeMethod kLoadErrorMethods[] = {{"path", native<load_error_path>}};

} // namespace

bool require_feature(VM& vm, Value v) {
  const std::string name = path_argument(vm, v);
  const std::string file = ends_with(name, ".so") ? std::string() : find_file(vm, name, ".rb");
  if (!file.empty()) return require_file(vm, file);
  bool found = false;
  const bool loaded = require_embedded(vm, name, found);
  if (!found) raise_no_such_file(vm, name);
  return loaded;
}

Value load_embedded(VM& vm, std::string_view name) {
  return run_top(vm, load_embedded_unit(vm, *find_embedded(name)), vm.main_object(),
                 cref_new(vm, vm.cObject, nullptr));
}

Value absolute_path_value(VM& vm, const std::string& path) {
  if (path.empty() || path == "-" || path == "-e") return Qnil;
  char resolved[PATH_MAX];
  if (!::realpath(path.c_str(), resolved)) return Qnil;
  return str_fstring(vm, resolved, Encoding::Utf8);
}

namespace {

Array* string_array(VM& vm, const std::vector<std::string>& strings) {
  Array* list = ary_new(vm, strings.size());
  for (const std::string& s : strings) ary_push(vm, list, str_new(vm, s));
  return list;
}

void set_program_name(VM& vm, ID name, Value v) { vm.globals().slot(name) = to_str(vm, v); }

} // namespace

void prepare_program(VM& vm) {
  const Options& o = vm.options();
  Array* arguments = string_array(vm, o.arguments);
  vm.const_set(vm.cObject, vm.intern("ARGV"), arguments);
  vm.globals().define_read_only(vm.intern("$*"), arguments);
  vm.globals().define_checked(vm.intern("$0"), str_new(vm, o.program_name), set_program_name);
  vm.globals().alias(vm.intern("$PROGRAM_NAME"), vm.intern("$0"));
  LoadState& load = vm.state<LoadState>();
  for (const std::string& folder : o.load_paths)
    ary_push(vm, load.load_path, str_new(vm, in_current_directory(folder)));
  for (const std::string& feature : o.requires_first)
    vm.send(vm.main_object(), ids::require, Value(str_new(vm, feature)));
}

void init_load(VM& vm) {
  LoadState& load = vm.state<LoadState>();
  load.load_path = ary_new(vm);
  load.features = ary_new(vm);
  define_module_functions(vm, vm.mKernel, kFunctions);
  define_natives(vm, vm.eLoadError, kLoadErrorMethods);
  GlobalTable& globals = vm.globals();
  globals.define_read_only(vm.intern("$LOAD_PATH"), load.load_path);
  globals.define_read_only(vm.intern("$LOADED_FEATURES"), load.features);
  for (const char* alias : {"$:", "$-I"}) globals.alias(vm.intern(alias), vm.intern("$LOAD_PATH"));
  globals.alias(vm.intern("$\""), vm.intern("$LOADED_FEATURES"));
}

} // namespace miniyarv
