#include "test/unit/catch.hpp"
#include "vm/id_table.hpp"

#include <map>
#include <random>
#include <vector>

using namespace miniyarv;

TEST_CASE("an id table finds what was put in", "[id_table]") {
  IdTable<int> table;
  CHECK(table.find(ID{3}) == nullptr);
  table[ID{3}] = 30;
  table[ID{7}] = 70;
  REQUIRE(table.find(ID{3}));
  CHECK(*table.find(ID{3}) == 30);
  CHECK(table.erase(ID{3}));
  CHECK_FALSE(table.erase(ID{3}));
  CHECK(table.find(ID{3}) == nullptr);
  CHECK(table.size() == 1);
}

TEST_CASE("iteration is in order of insertion", "[id_table]") {
  IdTable<int> table;
  for (const uint32_t id : {9u, 4u, 7u, 1u}) table[ID{id}] = static_cast<int>(id);
  table.erase(ID{4});
  table[ID{4}] = 4;
  std::vector<int> seen;
  table.each([&](ID, int v) { seen.push_back(v); });
  CHECK(seen == std::vector<int>{9, 7, 1, 4});
}

TEST_CASE("an id table behaves like a map under random use", "[id_table]") {
  IdTable<uint32_t> table;
  std::map<uint32_t, uint32_t> model;
  std::minstd_rand random(42);
  for (int step = 0; step < 50000; ++step) {
    const uint32_t id = random() % 300 + 1;
    if (random() % 3 == 0) {
      CHECK(table.erase(ID{id}) == (model.erase(id) == 1));
    } else {
      table[ID{id}] = model[id] = random();
    }
  }
  CHECK(table.size() == model.size());
  for (const auto& [id, value] : model) {
    REQUIRE(table.find(ID{id}));
    CHECK(*table.find(ID{id}) == value);
  }
}
