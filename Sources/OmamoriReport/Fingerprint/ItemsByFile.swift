/// Things in the order in which they came, of which the first in another file can be taken.
///
/// Things of one file should come one after another: a search looks at each such run of the own file once, whatever its
/// length, so that a report or baseline in which everything is alike takes no longer than others.
struct ItemsByFile<Item> {
  private struct Run {
    let file: String
    var items: ArraySlice<Item>
  }

  /// The runs from `front` on are not empty.
  private var runs: [Run] = []
  private var front = 0

  /// Adds a thing behind all others.
  mutating func append(_ item: Item, in file: String) {
    if let last = runs.indices.last, last >= front, runs[last].file == file {
      runs[last].items.append(item)
    } else {
      runs.append(Run(file: file, items: [item]))
    }
  }

  /// Takes the first thing that is not in `file`.
  mutating func takeFirst(notIn file: String) -> Item? {
    var index = front
    while index < runs.count, runs[index].file == file { index += 1 }
    guard index < runs.count else { return nil }
    let item = runs[index].items.popFirst()
    if runs[index].items.isEmpty {
      // The few runs of `file` before it move up.
      for place in stride(from: index, to: front, by: -1) { runs[place] = runs[place - 1] }
      front += 1
    }
    return item
  }
}
