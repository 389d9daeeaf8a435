// The search of companion/solitaire/solver as a plain C++17 program: what `rookery solve` is measured against.
//
//     g++ -std=c++17 -O2 -o solver solver.cpp
//     echo "3x4 SML,SML,SML,SML/SML,SML,SML,SML/SML,SML,SML,SML" | ./solver
//
// It reads a size and a position a line, solves it and writes best, proven (0, 1), positions looked at, seconds of the processor.
// Positions that no game comes to (docs/solitaire.md) are not its business.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

using std::array, std::string, std::vector;
using u64 = uint64_t;

constexpr int kMostSquares = 30, kMostForms = 64, kMostImages = 8, kZoneSquares = 16;
constexpr int kPipWeight = 2, kCornerWeight = 4;
constexpr size_t kWidths[] = {64, 1024, 16384, SIZE_MAX};
constexpr u64 kLimit = 10'000'000, kTop = 0xFFFFFFFF00000000u, kMix = 0x9E3779B97F4A7C15u;
const string kSizes = "SML";

struct Jump { int start, over, end; };

// Forms of stacks by number: 0 is the empty square, and a push to 0 is none.
struct Forms {
  vector<string> stacks{""};
  std::map<string, int> number;
  array<int, kMostForms> top{}, pop{}, pips{}, sizes{};
  array<array<int, 4>, kMostForms> push{};
  int bits;

  explicit Forms(int highest) {
    for (string base : {"S", "M", "L"}) pile("", base, highest);
    pile("S", "M", highest);
    pile("SM", "L", highest);
    for (size_t form = 0; form < stacks.size(); ++form) number[stacks[form]] = int(form);
    for (size_t form = 0; form < stacks.size(); ++form) describe(int(form));
    bits = stacks.size() <= 32 ? 5 : 6;
  }

  void pile(const string& base, const string& size, int highest) {
    string stack = base;
    for (int height = 1; height <= highest; ++height) stacks.push_back(stack += size);
  }

  void describe(int form) {
    const string& stack = stacks[form];
    if (!stack.empty()) {
      top[form] = int(kSizes.find(stack.back())) + 1;
      pop[form] = number.at(stack.substr(0, stack.size() - 1));
    }
    for (char size : stack) {
      pips[form] += int(kSizes.find(size)) + 1;
      sizes[form] |= 1 << (kSizes.find(size) + 1);
    }
    for (int size = 1; size <= 3; ++size)
      if (stack.empty() || top[form] == size)
        if (auto found = number.find(stack + kSizes[size - 1]); found != number.end()) push[form][size] = found->second;
  }
};

struct Board {
  int rows, columns, squares;
  vector<Jump> jumps;
  vector<array<int, kMostSquares>> images;
  Forms forms;
  array<array<int, kMostForms>, kMostSquares> weights{};

  Board(int rows, int columns)
      : rows(rows), columns(columns), squares(rows * columns), forms(((rows + 1) / 2) * ((columns + 1) / 2)) {
    find_jumps();
    for (int turned = 0; turned <= (rows == columns); ++turned)
      for (int flipped = 0; flipped < 2; ++flipped)
        for (int mirrored = 0; mirrored < 2; ++mirrored) images.push_back(image(turned, flipped, mirrored));
    vector<bool> hopped(squares);
    for (const Jump& jump : jumps) hopped[jump.over] = true;
    for (int square = 0; square < squares; ++square)
      for (size_t form = 0; form < forms.stacks.size(); ++form)
        weights[square][form] =
            kPipWeight * forms.pips[form] + (hopped[square] ? 0 : kCornerWeight * int(forms.stacks[form].size()));
  }

  void find_jumps() {  // in the order of their texts: by column, then row, of start and end
    for (int c = 0; c < columns; ++c)
      for (int r = 0; r < rows; ++r)
        for (int right = -1; right <= 1; ++right)
          for (int down = -1; down <= 1; ++down) {
            int to_r = r + 2 * down, to_c = c + 2 * right;
            if ((!down && !right) || to_r < 0 || to_c < 0 || to_r >= rows || to_c >= columns) continue;
            jumps.push_back({r * columns + c, (r + down) * columns + c + right, to_r * columns + to_c});
          }
  }

  array<int, kMostSquares> image(int turned, int flipped, int mirrored) const {
    array<int, kMostSquares> to{};
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        int to_r = flipped ? rows - 1 - r : r, to_c = mirrored ? columns - 1 - c : c;
        if (turned) std::swap(to_r, to_c);
        to[r * columns + c] = to_r * columns + to_c;
      }
    return to;
  }
};

template <int W>
class Solver {
  using Key = array<u64, W>;

 public:
  int best = 1 << 20;
  bool proven = false;
  u64 states = 0;

  explicit Solver(const Board& board) : board_(board), zones_(board.squares <= kZoneSquares ? 1 << board.squares : 0) {
    int each = 64 / board.forms.bits;
    for (const auto& image : board.images) {
      array<int, kMostSquares> word{}, shift{};
      for (int square = 0; square < board.squares; ++square) {
        word[square] = image[square] / each;
        shift[square] = image[square] % each * board.forms.bits;
      }
      word_.push_back(word);
      shift_.push_back(shift);
    }
  }

  void solve(const vector<int>& stacks) {
    best = 1 << 20, proven = false, states = 0;
    floor_ = bound(stacks);
    for (size_t width : kWidths) {
      pass(stacks, width);
      if (proven || states >= kLimit) return;
    }
  }

 private:
  struct Layer {
    vector<Key> keys;
    vector<uint32_t> parents;
    vector<int> weights;
  };

  const Board& board_;
  vector<array<int, kMostSquares>> word_, shift_;
  vector<std::optional<vector<int>>> zones_;
  vector<Layer> layers_;
  Layer next_;
  vector<u64> slots_;
  int floor_ = 0;

  void pass(const vector<int>& stacks, size_t width) {
    Layer first;
    first.keys = {pack(stacks)}, first.parents = {0}, first.weights = {0};
    for (int square = 0; square < board_.squares; ++square) first.weights[0] += board_.weights[square][stacks[square]];
    layers_.assign(1, first);
    bool complete = true;
    while (!layers_.back().keys.empty() && best > floor_) {
      slots_.assign(8192, 0);
      next_ = Layer();
      for (uint32_t index = 0; index < layers_.back().keys.size() && best > floor_; ++index) {
        if (states >= kLimit) return;
        ++states;
        expand(index);
      }
      if (next_.keys.size() > width) {
        cut(width);
        complete = false;
      }
      layers_.push_back(std::move(next_));
    }
    proven = complete || best <= floor_;
  }

  Key pack(const vector<int>& stacks) const {
    Key least{};
    for (size_t image = 0; image < word_.size(); ++image) {
      Key key{};
      for (int square = 0; square < board_.squares; ++square)
        key[word_[image][square]] |= u64(stacks[square]) << shift_[image][square];
      if (!image || smaller(key, least)) least = key;
    }
    return least;
  }

  static bool smaller(const Key& a, const Key& b) {
    for (int w = W - 1; w >= 0; --w)
      if (a[w] != b[w]) return a[w] < b[w];
    return false;
  }

  void expand(uint32_t index) {
    const Forms& forms = board_.forms;
    const Key packed = layers_.back().keys[index];
    const int weight = layers_.back().weights[index], squares = board_.squares, images = int(word_.size());
    array<int, kMostSquares> stacks;
    for (int square = 0; square < squares; ++square)
      stacks[square] = packed[word_[0][square]] >> shift_[0][square] & ((1 << forms.bits) - 1);
    if (bound(stacks) >= best) return;
    array<Key, kMostImages> keys{};
    for (int image = 0; image < images; ++image)
      for (int square = 0; square < squares; ++square)
        keys[image][word_[image][square]] |= u64(stacks[square]) << shift_[image][square];
    bool any_hop = false;
    for (const Jump& jump : board_.jumps) {
      int mover = stacks[jump.start], hopped = stacks[jump.over], landing = stacks[jump.end];
      if (!mover || !hopped) continue;
      int landed = forms.push[landing][forms.top[mover]];
      if (!landed) continue;
      any_hop = true;
      int left = forms.pop[mover], thinned = forms.pop[hopped];
      Key least{};
      for (int image = 0; image < images; ++image) {
        Key key = keys[image];
        const auto &word = word_[image], &shift = shift_[image];
        key[word[jump.start]] += u64(int64_t(left - mover)) << shift[jump.start];
        key[word[jump.over]] += u64(int64_t(thinned - hopped)) << shift[jump.over];
        key[word[jump.end]] += u64(int64_t(landed - landing)) << shift[jump.end];
        if (!image || smaller(key, least)) least = key;
      }
      if (!enter(least)) continue;
      next_.parents.push_back(index);
      next_.weights.push_back(weight + board_.weights[jump.start][left] - board_.weights[jump.start][mover] +
                              board_.weights[jump.over][thinned] - board_.weights[jump.over][hopped] +
                              board_.weights[jump.end][landed] - board_.weights[jump.end][landing]);
    }
    if (any_hop) return;
    int pips = 0;
    for (int square = 0; square < squares; ++square) pips += forms.pips[stacks[square]];
    best = std::min(best, pips);
  }

  static u64 hash(const Key& key) {
    u64 mixed = 0;
    for (u64 word : key) {
      mixed = (mixed ^ word) * kMix;
      mixed ^= mixed >> 29;
    }
    return mixed * kMix;
  }

  bool enter(const Key& key) {
    u64 mixed = hash(key);
    size_t last = slots_.size() - 1, slot = mixed >> 20 & last;
    for (; slots_[slot]; slot = (slot + 1) & last)
      if (!((slots_[slot] ^ mixed) & kTop) && next_.keys[uint32_t(slots_[slot]) - 1] == key) return false;
    next_.keys.push_back(key);
    slots_[slot] = (mixed & kTop) | next_.keys.size();
    if (next_.keys.size() * 2 > slots_.size()) grow();
    return true;
  }

  void grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (size_t n = 0; n < next_.keys.size(); ++n) {
      u64 mixed = hash(next_.keys[n]);
      size_t last = slots_.size() - 1, slot = mixed >> 20 & last;
      while (slots_[slot]) slot = (slot + 1) & last;
      slots_[slot] = (mixed & kTop) | (n + 1);
    }
  }

  // Keep the `width` most promising positions of the next layer, the first ones among equals.
  void cut(size_t width) {
    vector<int> sorted = next_.weights;
    std::nth_element(sorted.begin(), sorted.begin() + width - 1, sorted.end());
    int limit = sorted[width - 1];
    size_t equal = width - std::count_if(sorted.begin(), sorted.end(), [&](int weight) { return weight < limit; });
    Layer kept;
    for (size_t n = 0; n < next_.keys.size(); ++n) {
      if (next_.weights[n] > limit || (next_.weights[n] == limit && !equal)) continue;
      if (next_.weights[n] == limit) --equal;
      kept.keys.push_back(next_.keys[n]);
      kept.parents.push_back(next_.parents[n]);
      kept.weights.push_back(next_.weights[n]);
    }
    next_ = std::move(kept);
  }

  // No end that can be reached has fewer pips: in each closed zone a pyramid stays.
  template <class Stacks>
  int bound(const Stacks& stacks) {
    int total = 0;
    if (zones_.empty()) return zone_bound(stacks, -1);
    unsigned occupied = 0;
    for (int square = 0; square < board_.squares; ++square) occupied |= unsigned(stacks[square] != 0) << square;
    if (!zones_[occupied]) zones_[occupied] = find_zones(int(occupied));
    for (int zone : *zones_[occupied]) total += zone_bound(stacks, zone);
    return total;
  }

  template <class Stacks>
  int zone_bound(const Stacks& stacks, int zone) const {
    int sizes = 0, count = 0, pips = 0;
    for (int square = 0; square < board_.squares; ++square)
      if (zone >> square & 1) sizes |= board_.forms.sizes[stacks[square]], ++count, pips += board_.forms.pips[stacks[square]];
    return count == 1 ? pips : sizes & 2 ? 1 : sizes & 4 ? 2 : 3;
  }

  vector<int> find_zones(int occupied) const {
    int reach = occupied;
    for (int before = 0; reach != before;) {
      before = reach;
      for (const Jump& jump : board_.jumps)
        if (reach >> jump.start & reach >> jump.over & 1) reach |= 1 << jump.end;
    }
    vector<int> found, chosen;
    for (int square = 0; square < board_.squares; ++square)
      if (occupied >> square & 1) found.push_back(closed(1 << square, reach));
    std::sort(found.begin(), found.end(), [](int a, int b) {
      return std::make_pair(__builtin_popcount(a), a) < std::make_pair(__builtin_popcount(b), b);
    });
    int used = 0;
    for (int zone : found)
      if (!(used & zone)) chosen.push_back(zone), used |= zone;
    return chosen;
  }

  int closed(int squares, int reach) const {
    for (int before = 0; squares != before;) {
      before = squares;
      for (const Jump& jump : board_.jumps)
        if (reach >> jump.start & reach >> jump.over & 1) {
          if (squares >> jump.start & 1) squares |= 1 << jump.end;
          if (squares >> jump.over & 1) squares |= 1 << jump.start;
        }
    }
    return squares;
  }
};

template <int W>
void answer(Solver<W>& solver, const vector<int>& stacks) {
  std::clock_t start = std::clock();
  solver.solve(stacks);
  double spent = double(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%d %d %llu %.6f\n", solver.best, solver.proven, (unsigned long long)solver.states, spent);
}

template <int W>
void run(const Board& board, const vector<vector<int>>& positions) {
  Solver<W> solver(board);
  for (const auto& stacks : positions) answer(solver, stacks);
}

int main() {
  string size, text;
  while (std::cin >> size >> text) {
    static std::map<string, Board> boards;
    auto found = boards.find(size);
    if (found == boards.end()) found = boards.emplace(size, Board(size[0] - '0', size[2] - '0')).first;
    const Board& board = found->second;
    vector<int> stacks;
    std::replace(text.begin(), text.end(), '/', ',');
    std::stringstream squares(text + ",");
    for (string stack; std::getline(squares, stack, ',');) stacks.push_back(board.forms.number.at(stack));
    int words = (board.squares + 64 / board.forms.bits - 1) / (64 / board.forms.bits);
    if (words == 1) run<1>(board, {stacks});
    else if (words == 2) run<2>(board, {stacks});
    else run<3>(board, {stacks});
    std::fflush(stdout);
  }
}
