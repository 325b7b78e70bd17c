#include "frontend/syntax/parse.hpp"

#include "frontend/syntax/parser.hpp"

namespace miniyarv {

ParseResult::ParseResult(std::unique_ptr<Storage> storage) : storage_(std::move(storage)) {}
ParseResult::ParseResult(ParseResult&&) noexcept = default;
ParseResult& ParseResult::operator=(ParseResult&&) noexcept = default;
ParseResult::~ParseResult() = default;

const Source& ParseResult::source() const { return storage_->source; }
const ProgramNode* ParseResult::root() const { return storage_->root; }
std::span<const Diagnostic> ParseResult::errors() const { return storage_->diagnostics.errors; }
std::span<const Diagnostic> ParseResult::warnings() const { return storage_->diagnostics.warnings; }
std::span<const NameEntry* const> ParseResult::names() const { return storage_->names.entries(); }
std::optional<bool> ParseResult::frozen_string_literal() const { return storage_->frozen_string_literal; }
std::optional<uint32_t> ParseResult::data_offset() const { return storage_->data_offset; }
std::string_view ParseResult::encoding() const { return storage_->encoding; }

ParseResult parse(Source source, const ParseOptions& options) {
  auto storage = std::make_unique<ParseResult::Storage>(std::move(source));
  Parser(*storage, options).parse_program();
  return ParseResult(std::move(storage));
}

std::string format_warnings(const ParseResult& result, bool verbose) {
  std::string text;
  for (const Diagnostic& warning : result.warnings()) {
    if (warning.level == Diagnostic::Level::VerboseWarning && !verbose) continue;
    text += result.source().path() + ":" + std::to_string(result.source().line(warning.loc.start)) +
            ": warning: " + warning.message + "\n";
  }
  return text;
}

} // namespace miniyarv
