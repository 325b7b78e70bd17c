// Numbers, arrays and hashes.

#include "frontend/syntax/parser.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace miniyarv {

// --- Numbers -----------------------------------------------------------------------------------------------

namespace {

uint32_t base_of(IntegerBaseFlag base) {
  switch (base) {
  case IntegerBaseFlag::Binary: return 2;
  case IntegerBaseFlag::Octal: return 8;
  case IntegerBaseFlag::Decimal: return 10;
  case IntegerBaseFlag::Hexadecimal: return 16;
  }
  return 10;
}

/// Divides a decimal number, given as its digits, by a small divisor if that leaves no remainder.
bool divide_exactly(std::string& digits, uint32_t divisor) {
  std::string quotient;
  uint32_t remainder = 0;
  for (char c : digits) {
    remainder = remainder * 10 + static_cast<uint32_t>(c - '0');
    quotient.push_back(static_cast<char>('0' + remainder / divisor));
    remainder %= divisor;
  }
  if (remainder) return false;
  quotient.erase(0, std::min(quotient.find_first_not_of('0'), quotient.size() - 1));
  digits = quotient;
  return true;
}

} // namespace

/// The value of digits, which may have a sign, a base prefix and underscores.
IntegerLiteral Parser::integer_value(std::string_view digits, IntegerBaseFlag base) {
  IntegerLiteral result;
  result.base = static_cast<uint8_t>(base_of(base));
  if (!digits.empty() && digits[0] == '+') digits.remove_prefix(1);
  if (digits.size() > 1 && digits[0] == '0' && is_letter(digits[1])) digits.remove_prefix(2);
  while (digits.size() > 1 && (digits[0] == '0' || digits[0] == '_')) digits.remove_prefix(1);

  uint64_t value = 0;
  bool big = false;
  for (char c : digits) {
    if (c == '_') continue;
    if (!is_hex_digit(c)) break;
    if (__builtin_mul_overflow(value, uint64_t{result.base}, &value) ||
        __builtin_add_overflow(value, uint64_t{hex_value(c)}, &value) || value > INT64_MAX) {
      big = true;
      break;
    }
  }
  if (!big) {
    result.value = static_cast<int64_t>(value);
    return result;
  }
  std::string plain(digits);
  plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
  result.digits = lexer_.keep(plain);
  return result;
}

IntegerNode* Parser::make_integer(Location loc, IntegerBaseFlag base) {
  auto* node = make_literal<IntegerNode>(loc);
  node->set(base);
  node->value = integer_value(lexer_.slice(loc), base);
  return node;
}

FloatNode* Parser::make_float(Location loc) {
  auto* node = make_literal<FloatNode>(loc);
  std::string digits(lexer_.slice(loc));
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  const char* first = digits.data();
  if (*first == '+') first++;
  const auto [end, status] = std::from_chars(first, digits.data() + digits.size(), node->value);
  if (status == std::errc::result_out_of_range) {
    // from_chars leaves the value alone for overflow and underflow alike.
    node->value = std::strtod(first, nullptr);
    if (std::isinf(node->value)) {
      constexpr size_t kShown = 20;
      const bool cut = digits.size() > kShown;
      error(loc, Message::FloatOutOfRange,
            {lexer_.slice(loc).substr(0, cut ? kShown : digits.size()), cut ? "..." : ""});
    }
  } else if (status != std::errc() || end != digits.data() + digits.size()) {
    error(loc, Message::FloatParse, {lexer_.slice(loc)});
  }
  return node;
}

/// A rational without its `r`. Decimal fractions are reduced, which takes factors 2 and 5 only.
RationalNode* Parser::make_rational(Location loc, bool is_float, IntegerBaseFlag base) {
  auto* node = make_literal<RationalNode>(loc);
  std::string_view text = lexer_.slice(loc);
  text.remove_suffix(1);
  node->denominator.value = 1;
  if (!is_float) {
    node->set(base);
    node->numerator = integer_value(text, base);
    return node;
  }
  node->set(IntegerBaseFlag::Decimal);
  std::string digits(text);
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  if (digits[0] == '+') digits.erase(0, 1);
  const size_t point = digits.find('.');
  size_t places = digits.size() - point - 1;
  digits.erase(point, 1);
  size_t twos = places, fives = places;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  if (digits == "0") {
    twos = fives = 0;
  }
  while (twos > 0 && divide_exactly(digits, 2)) twos--;
  while (fives > 0 && divide_exactly(digits, 5)) fives--;
  std::string denominator = "1";
  auto multiply = [&](uint32_t factor, size_t times) {
    for (; times > 0; times--) {
      uint32_t carry = 0;
      for (auto digit = denominator.rbegin(); digit != denominator.rend(); ++digit) {
        carry += static_cast<uint32_t>(*digit - '0') * factor;
        *digit = static_cast<char>('0' + carry % 10);
        carry /= 10;
      }
      if (carry) denominator.insert(denominator.begin(), static_cast<char>('0' + carry));
    }
  };
  multiply(2, twos);
  multiply(5, fives);
  node->numerator = integer_value(digits, IntegerBaseFlag::Decimal);
  node->denominator = integer_value(denominator, IntegerBaseFlag::Decimal);
  return node;
}

Node* Parser::parse_number() {
  const IntegerBaseFlag base = lexer_.integer_base;
  advance();
  const Location loc = previous().loc();
  const Location without_i{loc.start, loc.end - 1};
  auto imaginary = [&](Node* numeric) {
    auto* node = make_literal<ImaginaryNode>(loc);
    node->numeric = numeric;
    return static_cast<Node*>(node);
  };
  switch (previous().kind) {
  case TokenKind::Integer: return make_integer(loc, base);
  case TokenKind::IntegerRational: return make_rational(loc, false, base);
  case TokenKind::IntegerImaginary: return imaginary(make_integer(without_i, base));
  case TokenKind::IntegerRationalImaginary: return imaginary(make_rational(without_i, false, base));
  case TokenKind::Float: return make_float(loc);
  case TokenKind::FloatRational: return make_rational(loc, true, base);
  case TokenKind::FloatImaginary: return imaginary(make_float(without_i));
  default: return imaginary(make_rational(without_i, true, base));
  }
}

/// `$1`, which is the previous token.
Node* Parser::parse_numbered_reference() {
  constexpr uint32_t kMax = INT32_MAX >> 1;
  auto* node = make<NumberedReferenceReadNode>(previous());
  const std::string_view text = lexer_.slice(previous());
  uint32_t number = 0;
  const auto [end, status] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  (void)end;
  if (status != std::errc() || number > kMax) {
    error(Location{node->loc.start + 1, node->loc.end}, Message::InvalidNumberedReference, {text});
    number = 0;
  }
  node->number = number;
  return node;
}

// --- Arrays ------------------------------------------------------------------------------------------------

void Parser::append_element(ArrayNode* array, Node* element) {
  append(array->elements, element);
  array->loc.end = element->loc.end;
  const bool nested = is<ArrayNode>(element) || is<HashNode>(element) || is<RangeNode>(element);
  if (nested || !element->static_literal) array->static_literal = false;
  if (is<SplatNode>(element)) array->set(ArrayFlag::ContainsSplat);
}

Node* Parser::parse_array() {
  advance();
  auto* array = make_literal<ArrayNode>(previous().loc());
  array->opening_loc = previous().loc();
  {
    BlockGuard blocks(*this, true);
    bool bare_hash = false;
    while (!match_any(TokenKind::BracketRight, TokenKind::EndOfInput)) {
      const bool newline = accept(TokenKind::Newline);
      if (newline && match(TokenKind::BracketRight)) break;
      if (!array->elements.empty()) {
        if (accept(TokenKind::Comma)) {
          if (newline) error(previous(), Message::InvalidComma);
        } else {
          error(end_of(previous().loc()), Message::ArraySeparator, {describe(current().kind)});
          missing_token();
        }
      }
      if (match(TokenKind::BracketRight)) break;
      Node* element = parse_array_element(bare_hash);
      append_element(array, element);
      if (is<MissingNode>(element)) break;
    }
    accept(TokenKind::Newline);
    if (!accept(TokenKind::BracketRight)) {
      error(current(), Message::ArrayTerm, {describe(current().kind)});
      missing_token();
    }
  }
  array->closing_loc = previous().loc();
  array->loc.end = previous().end;
  return array;
}

Node* Parser::parse_array_element(bool& bare_hash) {
  if (accept(TokenKind::StarPrefix)) {
    auto* splat = make<SplatNode>(previous());
    const Token star = previous();
    splat->operator_loc = star.loc();
    if (match_any(TokenKind::BracketRight, TokenKind::Comma, TokenKind::EndOfInput)) {
      check_forwarding(&Scope::Forwards::positionals, star, Message::ArgumentNoForwardingStar,
                       Message::ArgumentConflictStar);
    } else {
      splat->expression = parse_value({Power::Defined, false, false, Message::ArrayExpressionAfterStar});
      splat->loc.end = splat->expression->loc.end;
    }
    return splat;
  }
  StaticLiterals keys(result_.source);
  if (match_any(TokenKind::Label, TokenKind::StarStarPrefix)) {
    if (bare_hash) error(current(), Message::ExpressionBareHash);
    bare_hash = true;
    KeywordHashNode* hash = make_keyword_hash();
    parse_assocs(keys, hash);
    return hash;
  }
  Node* element = parse_value({Power::Defined, false, true, Message::ArrayExpression});
  if (!is_label(element) && !accept(TokenKind::EqualGreater)) return element;
  if (bare_hash) error(previous(), Message::ExpressionBareHash);
  bare_hash = true;
  KeywordHashNode* hash = make_keyword_hash();
  add_hash_key(keys, element);
  const Location arrow = previous().kind == TokenKind::EqualGreater ? previous().loc() : Location{};
  Node* value = parse_value({Power::Defined, false, false, Message::HashValue});
  append_hash_element(hash, make_assoc(element, arrow, value));
  if (accept(TokenKind::Comma) && !match(TokenKind::BracketRight)) parse_assocs(keys, hash);
  return hash;
}

// --- Hashes ------------------------------------------------------------------------------------------------

KeywordHashNode* Parser::make_keyword_hash() {
  auto* hash = make<KeywordHashNode>(Location{});
  hash->set(KeywordHashFlag::SymbolKeys);
  return hash;
}

void Parser::append_hash_element(Node* hash, Node* element) {
  auto* assoc = as_if<AssocNode>(element);
  if (auto* keywords = as_if<KeywordHashNode>(hash)) {
    if (!assoc || !is<SymbolNode>(assoc->key)) keywords->clear(KeywordHashFlag::SymbolKeys);
    append(keywords->elements, element);
    extend(keywords, element->loc);
    return;
  }
  auto* literal = as<HashNode>(hash);
  append(literal->elements, element);
  if (!assoc || !assoc->static_literal || !assoc->key->static_literal) literal->static_literal = false;
}

AssocNode* Parser::make_assoc(Node* key, Location op, Node* value) {
  Location loc = key->loc;
  if (value && value->loc.end > key->loc.end) {
    loc.end = value->loc.end;
  } else if (op) {
    loc.end = op.end;
  }
  auto* node = make<AssocNode>(loc);
  node->key = key;
  node->operator_loc = op;
  node->value = value;
  if (is<StringNode>(key)) {
    key->set(StringFlag::Frozen);
    key->static_literal = true;
  }
  auto nests = [](const Node* part) {
    return is<ArrayNode>(part) || is<HashNode>(part) || is<RangeNode>(part);
  };
  node->static_literal =
      value && !nests(key) && !nests(value) && key->static_literal && value->static_literal;
  return node;
}

void Parser::add_hash_key(StaticLiterals& keys, const Node* key) {
  const Node* duplicate = keys.add(key, true);
  if (!duplicate) return;
  error(duplicate, Message::DuplicatedHashKey,
        {inspect_literal(duplicate, result_.source), std::to_string(result_.source.line(key->loc.start))});
}

Node* Parser::parse_hash() {
  StaticLiterals own_keys(result_.source);
  StaticLiterals* keys = shared_hash_keys_ ? shared_hash_keys_ : &own_keys;
  shared_hash_keys_ = nullptr;
  HashNode* node = nullptr;
  {
    BlockGuard blocks(*this, true);
    advance();
    node = make_literal<HashNode>(previous().loc());
    node->opening_loc = previous().loc();
    if (!match_any(TokenKind::BraceRight, TokenKind::EndOfInput)) {
      parse_assocs(*keys, node);
      accept(TokenKind::Newline);
    }
  }
  expect(TokenKind::BraceRight, Message::HashTerm);
  node->closing_loc = previous().loc();
  node->loc.end = previous().end;
  return node;
}

bool Parser::parse_assocs(StaticLiterals& keys, Node* hash) {
  bool has_splat = false;
  for (;;) {
    append_hash_element(hash, parse_assoc(keys, has_splat));
    if (!accept(TokenKind::Comma)) break;
    if (!match_any(TokenKind::StarStarPrefix, TokenKind::Label) && !begins_expression(current().kind)) break;
  }
  return has_splat;
}

Node* Parser::parse_assoc(StaticLiterals& keys, bool& has_splat) {
  if (match(TokenKind::Label)) return parse_label_assoc(keys);
  if (match(TokenKind::StarStarPrefix)) {
    advance();
    const Token op = previous();
    auto* node = make<AssocSplatNode>(op);
    node->operator_loc = op.loc();
    has_splat = true;
    if (match(TokenKind::BraceLeft)) shared_hash_keys_ = &keys;
    if (match(TokenKind::BraceLeft) || begins_expression(current().kind)) {
      node->value = parse_value({Power::Defined, false, false, Message::ExpectExpressionAfterSplatHash});
      node->loc.end = node->value->loc.end;
    } else {
      check_forwarding(&Scope::Forwards::keywords, op, Message::ArgumentNoForwardingStarStar,
                       Message::ArgumentConflictStarStar);
    }
    return node;
  }
  Node* key = parse_value({Power::Defined, false, true, Message::HashKey});
  if (is<StringNode>(key)) {
    key->set(StringFlag::Frozen);
    key->static_literal = true;
  }
  add_hash_key(keys, key);
  Location arrow;
  if (!is_label(key)) {
    expect(TokenKind::EqualGreater, Message::HashRocket);
    arrow = previous().loc();
  }
  Node* value = parse_value({Power::Defined, false, false, Message::HashValue});
  return make_assoc(key, arrow, value);
}

Node* Parser::parse_label_assoc(StaticLiterals& keys) {
  const Token label = current();
  advance();
  SymbolNode* key = make_label(label);
  add_hash_key(keys, key);
  if (begins_expression(current().kind)) {
    return make_assoc(key, {},
                      parse_value({Power::Defined, false, false, Message::HashExpressionAfterLabel}));
  }
  return make_assoc(key, {}, make_implicit_value(label.loc()));
}

/// The value of `{a:}`: the variable, method or constant of that name.
Node* Parser::make_implicit_value(Location label) {
  const Location loc{label.start, label.end - 1};
  const std::string_view text = lexer_.slice(loc);
  Node* value = nullptr;
  if (begins_uppercase(lexer_.encoding, text)) {
    auto* constant = make<ConstantReadNode>(loc);
    constant->name = name_of(loc);
    value = constant;
  } else {
    int depth = ScopeStack::kNotFound;
    if (text.back() == '!' || text.back() == '?') {
      error(loc, Message::InvalidLocalVariableRead, {text});
    } else {
      depth = depth_of(name_of(loc));
    }
    if (depth == ScopeStack::kNotFound) {
      value = make_variable_call(loc);
    } else {
      value = make_local_read(loc, name_of(loc), static_cast<uint32_t>(depth));
    }
  }
  value->loc.end++;
  auto* implicit = make<ImplicitNode>(value->loc);
  implicit->value = value;
  return implicit;
}

} // namespace miniyarv
