#include "test/unit/catch.hpp"
#include "vm/symbol_table.hpp"

#include <set>
#include <string>

using namespace miniyarv;

TEST_CASE("names are interned once", "[symbols]") {
  SymbolTable table;
  const ID a = table.intern("some_name");
  CHECK(table.intern(std::string("some_") + "name") == a);
  CHECK(table.find("some_name") == a);
  CHECK(table.name(a) == "some_name");
  CHECK(table.find("never seen") == ID::None);
}

TEST_CASE("names known at compile time have their constants", "[symbols]") {
  SymbolTable table;
  CHECK(table.find("initialize") == ids::initialize);
  CHECK(table.name(ids::op_plus) == "+");
  CHECK(table.name(ids::op_aset) == "[]=");
  CHECK(table.size() == ids::kCount);
}

TEST_CASE("the table keeps names apart as it grows", "[symbols]") {
  SymbolTable table;
  std::set<ID> seen;
  for (int i = 0; i < 20000; ++i) seen.insert(table.intern("name" + std::to_string(i)));
  CHECK(seen.size() == 20000);
  for (int i = 0; i < 20000; i += 777) {
    const std::string name = "name" + std::to_string(i);
    CHECK(table.name(table.find(name)) == name);
  }
}

TEST_CASE("names may hold any bytes", "[symbols]") {
  SymbolTable table;
  const std::string odd("a\0b", 3);
  const ID id = table.intern(odd);
  CHECK(table.name(id) == odd);
  CHECK(table.intern(std::string("a\0c", 3)) != id);
  CHECK(table.intern("") != ID::None);
}

TEST_CASE("spelling decides what a name can be", "[symbols]") {
  const auto kind = &SymbolTable::classify;
  CHECK(kind("foo") == IdKind::Local);
  CHECK(kind("_") == IdKind::Local);
  CHECK(kind("\xc3\xa9t\xc3\xa9") == IdKind::Local);
  CHECK(kind("Foo") == IdKind::Constant);
  CHECK(kind("foo?") == IdKind::Method);
  CHECK(kind("Foo!") == IdKind::Method);
  CHECK(kind("foo=") == IdKind::AttrSet);
  CHECK(kind("@foo") == IdKind::Instance);
  CHECK(kind("@@foo") == IdKind::Class);
  CHECK(kind("$foo") == IdKind::Global);
  CHECK(kind("$!") == IdKind::Global);
  CHECK(kind("$12") == IdKind::Global);
  CHECK(kind("$-w") == IdKind::Global);
  CHECK(kind("<=>") == IdKind::Operator);
  CHECK(kind("[]=") == IdKind::Operator);
  for (const char* junk : {"", "1a", "@", "@1", "@@", "$", "foo bar", "foo?=", "a-b", "===="})
    CHECK(kind(junk) == IdKind::Junk);
}
