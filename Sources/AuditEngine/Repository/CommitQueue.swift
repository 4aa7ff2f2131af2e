/// Commits that wait to be looked at, the latest first: a heap, since a merge may have very many parents.
struct CommitQueue {
  /// A commit with its name.
  typealias Entry = (id: GitObjectID, commit: GitCommit)

  private var heap: [Entry] = []

  /// Adds a commit.
  mutating func insert(_ id: GitObjectID, _ commit: GitCommit) {
    heap.append((id, commit))
    var place = heap.count - 1
    while place > 0, precedes(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  /// Takes the latest commit out; of those made at the same time the one with the smallest name.
  mutating func popLatest() -> Entry? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return last }
    heap[0] = last
    var place = 0
    while true {
      var best = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && precedes(child, best) {
        best = child
      }
      guard best != place else { return first }
      heap.swapAt(place, best)
      place = best
    }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (heap[left], heap[right])
    return left.commit.time == right.commit.time
      ? left.id < right.id : left.commit.time > right.commit.time
  }
}
