#include "frontend/cli/command_line.hpp"

#include <CLI/CLI.hpp>

#include <string_view>

namespace miniyarv::cli {

namespace {

/// ruby's switches where CLI11 wants them spelt otherwise: `-W` alone is `-W2`, `--enable-x` is `--enable=x`,
/// a dash alone is the script.
std::vector<std::string> normalise(int argc, const char* const* argv) {
  std::vector<std::string> out;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    if (arg == "-W")
      out.emplace_back("-W2");
    else if (arg.substr(0, 9) == "--enable-")
      out.push_back("--enable=" + std::string(arg.substr(9)));
    else if (arg.substr(0, 10) == "--disable-")
      out.push_back("--disable=" + std::string(arg.substr(10)));
    else
      out.emplace_back(arg);
  }
  return out;
}

void set_warnings(Options& o, const std::string& level) {
  if (level == "0" || level == "1" || level == "2")
    o.warning_level = level[0] - '0';
  else if (level == ":deprecated")
    o.warn_deprecated = true;
  else if (level == ":no-deprecated")
    o.warn_deprecated = false;
  else if (level.empty() || level[0] != ':')
    o.warning_level = 2;
  if (level == "2") o.warn_deprecated = true;
}

void set_feature(Options& o, const std::string& features, bool on) {
  for (const std::string& feature : CLI::detail::split(features, ',')) {
    if (feature == "opt-new" || feature == "opt_new")
      o.opt_new = on;
    else if (feature == "quickening")
      o.quickening = on;
    else if (feature == "frozen-string-literal" || feature == "frozen_string_literal")
      o.frozen_string_literal = on;
  }
}

Dump dump_kind(const std::string& what) {
  if (what == "insns" || what == "insns_without_opt") return Dump::Insns;
  if (what == "ast" || what == "parsetree" || what == "prism_parsetree") return Dump::Ast;
  throw UsageError{"don't know how to dump '" + what + "', but only [insns, ast]. (RuntimeError)"};
}

constexpr const char* kHelp = R"(Usage: miniyarv [options] [--] [filepath] [arguments]
  -a              Split each input line ($_) into fields ($F), with -n or -p.
  -c              Check syntax (no execution).
  -Cdirpath       Execute the program in the given directory.
  -e 'code'       Execute the given code; may be repeated.
  -Idirpath       Prepend a directory to $LOAD_PATH.
  -l              Set $\ to $/ and chomp each line, with -n or -p.
  -n              Run the program in a gets loop.
  -p              Like -n, with a print at the end of each round.
  -rlibrary       Require the library before running the program.
  -s              Define global variables from switches after the program's name.
  -v              Print the version; set $VERBOSE to true.
  -w              Synonym for -W2.
  -W[level=2]     Set the warning level: 0 silent, 1 medium, 2 verbose.
  -x              Execute the text starting from a #!ruby line.
  --version       Print the version.
  --dump=WHAT     Print insns (bytecode) or ast, and do not run.
  --disable=opt-new, --disable=quickening
                  Compile Class#new as a plain call; do not specialise call sites.
  --enable=frozen-string-literal, --disable=frozen-string-literal
                  Freeze string literals, or make them plain mutable strings.
  --stats         Report allocations, collections and inline caches at exit.
  --log=LEVEL, --log=gc:debug
                  Log to standard error.
  -h, --help      Print this help.
)";

} // namespace

std::string help_text() { return kHelp; }
std::string version_text() {
  return "miniyarv " MINIYARV_VERSION " (ruby 4.0 semantics) [" MINIYARV_PLATFORM "]\n";
}

CommandLine parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  Options& o = *line.vm;
  CLI::App app;
  app.set_help_flag();
  app.prefix_command(); // everything from the first word that is no switch is the program's

  std::vector<std::string> warnings, enabled, disabled;
  std::string dump;
  bool verbose_warnings = false;
  app.add_option("-e", line.expressions)->allow_extra_args(false)->take_all();
  app.add_option("-I", o.load_paths)->allow_extra_args(false)->take_all();
  app.add_option("-r", o.requires_first)->allow_extra_args(false)->take_all();
  app.add_option("-C", line.directory)->allow_extra_args(false);
  app.add_option("-W", warnings)->allow_extra_args(false)->take_all();
  app.add_option("--enable", enabled)->allow_extra_args(false)->take_all();
  app.add_option("--disable", disabled)->allow_extra_args(false)->take_all();
  app.add_option("--dump", dump);
  app.add_option("--log", line.log);
  app.add_flag("-w", verbose_warnings);
  app.add_flag("-c", line.check_syntax);
  app.add_flag("-v", line.verbose);
  app.add_flag("--version", line.version);
  app.add_flag("-n", o.wrap_gets);
  app.add_flag("-p", o.print_last);
  app.add_flag("-l", o.chomp_lines);
  app.add_flag("-a", o.split_lines);
  app.add_flag("-x", o.skip_to_shebang);
  app.add_flag("-s", line.script_switches);
  app.add_flag("-h,--help", line.help);
  app.add_flag("--stats", line.stats);
  app.add_flag("--yjit", line.yjit);

  std::vector<std::string> words = normalise(argc, argv);
  std::reverse(words.begin(), words.end()); // CLI11 takes them off the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& e) {
    throw UsageError{std::string(e.what()) + "  (-h will show valid options) (RuntimeError)"};
  }
  if (!dump.empty()) line.dump = dump_kind(dump);
  for (const std::string& w : warnings) set_warnings(o, w);
  if (verbose_warnings || line.verbose) set_warnings(o, "2");
  for (const std::string& f : enabled) set_feature(o, f, true);
  for (const std::string& f : disabled) set_feature(o, f, false);
  if (o.print_last) o.wrap_gets = true;
  o.counting = line.stats;

  std::vector<std::string> rest = app.remaining();
  const bool ended = !rest.empty() && rest[0] == "--";
  if (ended) rest.erase(rest.begin());
  if (!ended && !rest.empty() && rest[0].size() > 1 && rest[0][0] == '-')
    throw UsageError{"invalid option " + rest[0] + "  (-h will show valid options) (RuntimeError)"};
  if (line.expressions.empty() && !rest.empty()) {
    line.script = rest[0];
    rest.erase(rest.begin());
  }
  o.arguments = std::move(rest);
  return line;
}

} // namespace miniyarv::cli
