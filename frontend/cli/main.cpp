#include "compiler/compile.hpp"
#include "compiler/disasm.hpp"
#include "frontend/cli/command_line.hpp"
#include "frontend/cli/log.hpp"
#include "frontend/cli/stats.hpp"
#include "frontend/syntax/parse.hpp"
#include "vm/vm.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace miniyarv::cli {

namespace {

constexpr int kFailure = 1;

int fail(const std::string& message) {
  std::fprintf(stderr, "miniyarv: %s\n", message.c_str());
  return kFailure;
}

struct Program {
  std::string path; ///< as $0 and messages show it
  std::string text;
};

/// Everything from a file descriptor; false with errno set on failure.
bool read_all(int fd, std::string& out) {
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof buffer);
    if (n == 0) return true;
    if (n < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    out.append(buffer, static_cast<size_t>(n));
  }
}

Program read_program(const CommandLine& line) {
  Program program;
  if (!line.expressions.empty()) {
    program.path = "-e";
    for (const std::string& e : line.expressions) program.text += e + "\n";
    return program;
  }
  program.path = line.script.empty() ? "-" : line.script;
  FILE* file = nullptr;
  int fd = STDIN_FILENO;
  if (program.path != "-") {
    struct stat st {};
    file = std::fopen(program.path.c_str(), "rb");
    if (!file) throw UsageError{std::string(std::strerror(errno)) + " -- " + program.path + " (LoadError)"};
    fd = fileno(file);
    if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
      std::fclose(file);
      throw UsageError{"Is a directory -- " + program.path + " (LoadError)"};
    }
  }
  const bool ok = read_all(fd, program.text);
  const int error = errno;
  if (file) std::fclose(file);
  if (!ok) throw UsageError{std::string(std::strerror(error)) + " -- " + program.path + " (LoadError)"};
  return program;
}

ParseOptions parse_options(const Options& o) {
  ParseOptions p;
  p.frozen_string_literal = o.frozen_string_literal;
  p.main_script = true;
  p.wrap_gets = o.wrap_gets;
  p.print_last = o.print_last;
  p.chomp_lines = o.chomp_lines;
  p.split_lines = o.split_lines;
  p.skip_to_shebang = o.skip_to_shebang;
  return p;
}

void write_out(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// -c and --dump: everything that needs no VM.
int inspect_program(const CommandLine& line, Program program) {
  const Options& o = *line.vm;
  const std::string path = program.path;
  const ParseResult result = parse(Source(path, std::move(program.text)), parse_options(o));
  if (!result.ok()) {
    std::fprintf(stderr, "%s (SyntaxError)\n", format_errors(result).c_str());
    return kFailure;
  }
  if (o.warning_level > 0) std::fputs(format_warnings(result, o.warning_level > 1).c_str(), stderr);
  if (line.dump == Dump::Ast)
    write_out(dump_ast(result));
  else if (line.dump == Dump::Insns) {
    CompileOptions c;
    c.type = ISeqType::Main;
    c.opt_new = o.opt_new;
    const auto unit = compile(result, c);
    write_out(disasm(*unit, unit->root()));
  } else {
    write_out("Syntax OK\n");
  }
  return 0;
}

/// -s: `-name` and `-name=value` words before the other arguments become globals.
void take_script_switches(VM& vm, std::vector<std::string>& arguments) {
  while (!arguments.empty() && arguments[0].size() > 1 && arguments[0][0] == '-') {
    std::string word = arguments[0].substr(1);
    arguments.erase(arguments.begin());
    if (word == "-") return;
    const size_t equals = word.find('=');
    std::string name = "$" + word.substr(0, equals);
    std::replace(name.begin(), name.end(), '-', '_');
    if (equals == std::string::npos)
      vm.global_set(name, Qtrue);
    else
      vm.global_set(name, vm.string_value(word.substr(equals + 1)));
  }
}

int run_program(CommandLine& line, Program program) {
  line.vm->program_name = program.path;
  VM vm(std::move(line.vm));
  attach_log(vm, line.log);
  if (line.script_switches) take_script_switches(vm, vm.options().arguments);
  const int status = vm.run_main(program.path, std::move(program.text));
  if (line.stats) print_stats(vm, stderr);
  return status;
}

int start(int argc, char** argv) {
  CommandLine line = parse_command_line(argc, argv);
  if (line.help) {
    write_out(help_text());
    return 0;
  }
  if (line.version || line.verbose) write_out(version_text());
  if (line.yjit) std::fputs("miniyarv: warning: there is no JIT yet; --yjit is ignored\n", stderr);
  if (line.version || (line.verbose && line.expressions.empty() && line.script.empty())) return 0;
  if (!line.directory.empty() && chdir(line.directory.c_str()) != 0)
    return fail("Can't chdir to " + line.directory + " (fatal)");
  Program program = read_program(line);
  if (line.check_syntax || line.dump != Dump::None) return inspect_program(line, std::move(program));
  return run_program(line, std::move(program));
}

} // namespace

} // namespace miniyarv::cli

int main(int argc, char** argv) {
  try {
    return miniyarv::cli::start(argc, argv);
  } catch (const miniyarv::cli::UsageError& e) {
    return miniyarv::cli::fail(e.what);
  } catch (const miniyarv::HeapExhausted& e) {
    return miniyarv::cli::fail(std::string(e.what()) + " (NoMemoryError)");
  }
}
