/// What a ``FolderConversationStore`` holds at one moment: which records, and in which versions.
struct FolderIndex: Sendable, Equatable {
  /// The most bytes of an index.
  static let greatestByteCount = 64 << 20
  /// Greater than every version and every number of commits.
  static let end: UInt64 = 1 << 62
  private static let format: UInt8 = 1
  private static let headByteCount = 1 + 8 + 8 + 4

  /// The versions of the records.
  var versions: [RecordName: UInt64] = [:]
  /// How many commits there were.
  var commitCount: UInt64 = 0
  /// The greatest version that a removed record had, so that a new one of its name never has it again.
  var greatestRemoved: UInt64 = 0

  /// Makes the index of an empty store.
  init() {}

  /// Reads an index; `nil` when it is none.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count >= Self.headByteCount, bytes[0] == Self.format else { return nil }
    (commitCount, greatestRemoved) = (bytes.bigEndian(1..<9), bytes.bigEndian(9..<17))
    guard commitCount < Self.end, greatestRemoved < Self.end else { return nil }
    var place = Self.headByteCount
    var last: ArraySlice<UInt8> = []
    for _ in 0..<bytes.bigEndian(17..<21) {
      guard bytes.count - place >= 2, let kind = RecordKind(rawValue: bytes[place]) else { return nil }
      let end = place + 2 + Int(bytes[place + 1])
      guard bytes.count - end >= 8 else { return nil }
      let version = bytes.bigEndian(end..<end + 8)
      guard last.lexicographicallyPrecedes(bytes[place..<end]), (1..<Self.end).contains(version) else {
        return nil
      }
      versions[RecordName(kind, key: Array(bytes[(place + 2)..<end]))] = version
      (last, place) = (bytes[place..<end], end + 8)
    }
    guard place == bytes.count else { return nil }
  }

  /// The bytes of the index.
  var encoded: [UInt8] {
    var bytes =
      [Self.format] + [UInt8](bigEndian: commitCount, count: 8)
      + [UInt8](bigEndian: greatestRemoved, count: 8) + [UInt8](bigEndian: UInt64(versions.count), count: 4)
    let entries = versions.map { name, version in
      ([name.kind.rawValue, UInt8(truncatingIfNeeded: name.key.count)] + name.key, version)
    }
    for (name, version) in entries.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) {
      bytes += name
      bytes += [UInt8](bigEndian: version, count: 8)
    }
    return bytes
  }
}
