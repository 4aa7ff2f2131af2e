/// A few values by their keys, in the order of the keys: smaller and faster than a dictionary.
struct SortedPairs<Key: Comparable, Value: Equatable>: Sequence, Equatable {
  fileprivate struct Pair: Equatable {
    let key: Key
    var value: Value
  }

  private var pairs: [Pair] = []

  init() {}

  var isEmpty: Bool { pairs.isEmpty }

  subscript(_ key: Key) -> Value? {
    get {
      let place = place(of: key)
      return place < pairs.count && pairs[place].key == key ? pairs[place].value : nil
    }
    set {
      let place = place(of: key)
      let isKnown = place < pairs.count && pairs[place].key == key
      if let newValue {
        if isKnown {
          pairs[place].value = newValue
        } else {
          pairs.insert(Pair(key: key, value: newValue), at: place)
        }
      } else if isKnown {
        pairs.remove(at: place)
      }
    }
  }

  /// Where the key is, or would be.
  private func place(of key: Key) -> Int {
    var (low, high) = (0, pairs.count)
    while low < high {
      let middle = (low + high) / 2
      if pairs[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func filter(_ isIncluded: (Key, Value) -> Bool) -> SortedPairs {
    var result = SortedPairs()
    result.pairs = pairs.filter { isIncluded($0.key, $0.value) }
    return result
  }

  mutating func update(_ change: (inout Value) -> Void) {
    for place in pairs.indices { change(&pairs[place].value) }
  }

  func makeIterator() -> Iterator { Iterator(pairs: pairs) }

  struct Iterator: IteratorProtocol {
    fileprivate let pairs: [Pair]
    private var place = 0

    fileprivate init(pairs: [Pair]) { self.pairs = pairs }

    mutating func next() -> (Key, Value)? {
      guard place < pairs.count else { return nil }
      defer { place += 1 }
      return (pairs[place].key, pairs[place].value)
    }
  }
}
