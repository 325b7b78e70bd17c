#pragma once

#include "compiler/element_list.hpp"

namespace miniyarv {

/// Where the parts of assignment targets go. The receivers and index arguments of all targets are evaluated
/// first, then the value, then come the writes; at last the receivers are dropped.
struct TargetLists {
  ElementList& parents;
  ElementList& writes;
  ElementList& cleanup;
};

/// The `topn` instructions of a multiple assignment that fetch receivers and index arguments. How far down
/// those are is known only when all targets have been compiled.
struct TargetState {
  struct Fetch {
    Instruction* topn;
    int index; ///< of the fetched value among the stored ones, from 1
    int position;
  };
  std::vector<Fetch> fetches;
  int stored = 0;   ///< receivers and arguments pushed so far
  int position = 0; ///< values above the stored ones when the current target is written

  /// Notes that `topn`, just emitted, fetches the first of the next `values` stored ones.
  void push(Element* topn, int values);
  /// Notes that `topn`, just emitted behind another fetch, fetches the stored value after that one's.
  void push_next(Element* topn) {
    fetches.push_back({as_instruction(topn), fetches.back().index, fetches.back().position});
  }
  void resolve();
};

} // namespace miniyarv
