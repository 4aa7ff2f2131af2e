import OmamoriCore

/// The skipped keys of a session, oldest first: in the order of the chains and of the numbers in them.
struct SkippedKeys: Sendable {
  /// The most keys that are kept; more push the oldest out.
  static let capacity = 2_000
  /// How long a key is kept in seconds: 30 days.
  static let lifetime: UInt64 = 30 * 86_400

  private(set) var entries: [SkippedKey] = []

  /// The place of a key, or `nil` when it is not there.
  func index(chain: UInt32, number: UInt32) -> Int? {
    let place = place(chain: chain, number: number)
    guard entries.indices.contains(place), entries[place].chain == chain, entries[place].number == number
    else { return nil }
    return place
  }

  /// Whether there is a key of a chain.
  func holdsKeys(ofChain chain: UInt32) -> Bool {
    let place = place(chain: chain, number: 0)
    return entries.indices.contains(place) && entries[place].chain == chain
  }

  /// How many keys come before one.
  private func place(chain: UInt32, number: UInt32) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let isBefore = (entries[middle].chain, entries[middle].number) < (chain, number)
      range = isBefore ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Removes a key that was used.
  mutating func remove(at index: Int) { entries.remove(at: index) }

  /// Removes the keys that are too old, wherever they are: a clock that went wrong for a while leaves no order of times.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  mutating func removeExpired(at second: UInt64) -> Bool {
    guard entries.contains(where: { Self.isExpired($0, at: second) }) else { return false }
    entries.removeAll { Self.isExpired($0, at: second) }
    return true
  }

  /// Removes the keys of chains before one.
  mutating func removeChains(before serial: UInt32) {
    let count = entries.prefix { $0.chain < serial }.count
    if count > 0 { entries.removeFirst(count) }
  }

  /// Adds keys that come after all others, and removes the oldest beyond the capacity.
  mutating func append(_ keys: [SkippedKey]) {
    guard !keys.isEmpty else { return }
    entries.append(contentsOf: keys)
    if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
  }

  /// Whether a key is too old at a time.
  static func isExpired(_ key: SkippedKey, at second: UInt64) -> Bool {
    key.second < second && second - key.second > lifetime
  }
}

/// The key of a message that has not arrived although a later one has.
struct SkippedKey: Sendable {
  /// The serial number of the chain.
  let chain: UInt32
  /// The number of the message in its chain.
  let number: UInt32
  /// When the key was skipped, in seconds since 1970.
  let second: UInt64
  /// The key of the message.
  let key: SharedSecretBytes
}
