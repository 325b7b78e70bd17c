#include "compiler/compile.hpp"
#include "compiler/disasm.hpp"

#include <fstream>
#include <iostream>
#include <sstream>

// Prints the instruction sequences of the files it is given, as `ruby --dump=insns` does.

int main(int argc, char** argv) {
  using namespace miniyarv;
  int status = 0;
  for (int i = 1; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    ParseOptions parse_options;
    parse_options.main_script = true;
    const ParseResult program = parse(Source(argv[i], text.str()), parse_options);
    if (!program.ok()) {
      std::cerr << format_errors(program) << '\n';
      status = 1;
      continue;
    }
    CompileOptions options;
    options.type = ISeqType::Main;
    try {
      std::cout << disasm(*compile(program, options));
    } catch (const CompileError& error) {
      std::cerr << argv[i] << ':' << error.line << ": " << error.what() << '\n';
      status = 1;
    }
  }
  return status;
}
