import OmamoriCore
import OmamoriKeychain

/// How a record lies in the items of a keychain: in one, or, when it is large, in one and several parts.
struct KeychainRecordFrame: Sendable {
  static let format: UInt8 = 1
  /// The most bytes of a record in one item, which every keychain takes.
  static let pieceByteCount = 256 << 10
  private static let fixedByteCount = 1 + 8 + 4 + 1 + 1
  private static let partHeaderByteCount = 1 + 8 + 2

  /// What stands beside an item's secret, readable without it.
  struct Label: Sendable, Equatable {
    /// The version of the record.
    var version: UInt64
    /// How many items there are beside the first.
    var partCount: Int
    /// The sealed name.
    var sealedName: [UInt8]

    /// Reads a label; `nil` when it is none.
    init?(decoding bytes: [UInt8]?) {
      guard let bytes, bytes.count > 11, bytes[0] == KeychainRecordFrame.format else { return nil }
      version = bytes.bigEndian(1..<9)
      partCount = Int(bytes.bigEndian(9..<11))
      sealedName = Array(bytes[11...])
      guard version > 0, partCount <= RecordBounds.greatestRecord / KeychainRecordFrame.pieceByteCount else {
        return nil
      }
    }

    init(version: UInt64, partCount: Int, sealedName: [UInt8]) {
      (self.version, self.partCount, self.sealedName) = (version, partCount, sealedName)
    }

    /// The bytes of the label.
    var encoded: [UInt8] {
      [KeychainRecordFrame.format] + [UInt8](bigEndian: version, count: 8)
        + [UInt8](bigEndian: UInt64(partCount), count: 2) + sealedName
    }
  }

  /// The secret of the first item.
  let first: SharedSecretBytes
  /// The secrets of the others.
  let parts: [SharedSecretBytes]

  /// Lays out a record.
  ///
  /// - Parameters:
  ///   - bytes: The record, at most `RecordBounds.greatestRecord` bytes.
  ///   - name: Its name.
  ///   - version: Its version.
  init(_ bytes: SharedSecretBytes, _ name: RecordName, version: UInt64) {
    let version = [UInt8](bigEndian: version, count: 8)
    let header =
      [Self.format] + version + [UInt8](bigEndian: UInt64(bytes.count), count: 4) + [name.kind.rawValue]
      + [UInt8(truncatingIfNeeded: name.key.count)] + name.key
    first = bytes.withBytes { bytes in
      SharedSecretBytes(SecretBytes(header: header, body: bytes.extracting(first: Self.pieceByteCount)))
    }
    parts = (0..<Self.partCount(ofByteCount: bytes.count)).map { index in
      let start = (index + 1) * Self.pieceByteCount
      let header = [Self.format] + version + [UInt8](bigEndian: UInt64(index), count: 2)
      return bytes.withBytes { bytes in
        let end = min(start + Self.pieceByteCount, bytes.byteCount)
        return SharedSecretBytes(SecretBytes(header: header, body: bytes.extracting(start..<end)))
      }
    }
  }

  /// How many items a record needs beside the first.
  static func partCount(ofByteCount count: Int) -> Int { max(0, count - 1) / pieceByteCount }

  /// Puts a record together again; `nil` when the items do not belong together.
  ///
  /// - Parameters:
  ///   - name: The name that it must have.
  ///   - label: What stands beside the first item.
  ///   - first: The secret of the first item.
  ///   - parts: The secrets of the others, in order.
  /// - Returns: The record.
  static func record(
    _ name: RecordName, _ label: Label, first: SharedSecretBytes, parts: [SharedSecretBytes]
  ) -> StoredRecord? {
    let version = [UInt8](bigEndian: label.version, count: 8)
    let start = fixedByteCount + name.key.count
    guard first.count >= start else { return nil }
    let header = first.withBytes { $0.prefixBytes(start) }
    let count = Int(header.bigEndian(9..<13))
    let expected =
      [format] + version + header[9..<13] + [name.kind.rawValue, UInt8(truncatingIfNeeded: name.key.count)]
      + name.key
    guard header == expected, count <= RecordBounds.greatestRecord, parts.count == label.partCount,
      parts.count == partCount(ofByteCount: count),
      first.count == start + min(count, pieceByteCount)
    else { return nil }
    for (index, part) in parts.enumerated() {
      let size = min(pieceByteCount, count - (index + 1) * pieceByteCount)
      let header = [format] + version + [UInt8](bigEndian: UInt64(index), count: 2)
      guard part.count == partHeaderByteCount + size,
        part.withBytes({ $0.prefixBytes(partHeaderByteCount) }) == header
      else { return nil }
    }
    let bytes = SecretBytes(count: count) { target in
      // because the buffers stay inside the closures, and the sizes were compared
      unsafe target.withUnsafeMutableBytes { target in
        var place = 0
        for (offset, piece) in [(start, first)] + parts.map({ (partHeaderByteCount, $0) }) {
          piece.withBytes { bytes in
            unsafe bytes.extracting(offset...).withUnsafeBytes { source in
              unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: source)
              place += source.count
            }
          }
        }
      }
    }
    return StoredRecord(bytes: SharedSecretBytes(bytes), version: label.version)
  }
}

/// Where the items of a ``KeychainConversationStore`` lie in their keychain.
struct KeychainRecordItems: Sendable {
  /// The name under which the items of one account are found.
  let service: String
  /// The access group; `nil` for the keychain's default one.
  let accessGroup: String?

  private static let headAccount = "store"

  /// The query for the first item of the store.
  var head: ItemQuery { query(service, Self.headAccount) }

  /// The query for the first items of all records of a kind.
  func all(of kind: RecordKind) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text("\(service)/\(kind.rawValue)")], accessGroup: accessGroup,
      limit: .all)
  }

  /// The query for the first item of a record.
  func record(_ kind: RecordKind, _ account: String) -> ItemQuery {
    query("\(service)/\(kind.rawValue)", account)
  }

  /// The query for another item of a record.
  func part(_ index: Int, _ account: String) -> ItemQuery { query("\(service)/parts", "\(account).\(index)") }

  /// The item that a query for one item is for.
  ///
  /// - Parameters:
  ///   - query: One of the queries for one item.
  ///   - secret: The secret.
  ///   - label: What stands beside it, if anything.
  /// - Returns: The item to store.
  func item(_ query: ItemQuery, _ secret: SharedSecretBytes, label: [UInt8]? = nil) -> NewItem {
    var attributes = query.attributes
    attributes[.generic] = label.map { .data(Data($0)) }
    return NewItem(
      .genericPassword, attributes, secret: secret, accessGroup: accessGroup,
      accessibility: .afterFirstUnlockThisDeviceOnly)
  }

  private func query(_ service: String, _ account: String) -> ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text(service), .account: .text(account)], accessGroup: accessGroup)
  }
}

extension KeychainRecordFrame.Label {
  /// The label of an item; `nil` when it has none or a damaged one.
  init?(of item: KeychainItem) { self.init(decoding: item.attributes.data(.generic).map { Array($0) }) }
}

extension SecretBytes {
  /// Makes a secret of a public header and a secret body.
  init(header: [UInt8], body: RawSpan) {
    self.init(count: header.count + body.byteCount) { target in
      // because the buffers stay inside the closures, and the target has room for both
      unsafe target.withUnsafeMutableBytes { target in
        unsafe target.copyBytes(from: header)
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[header.count...])
        unsafe body.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      }
    }
  }
}

extension RawSpan {
  /// A copy of the first `count` bytes, or of all where there are fewer.
  func prefixBytes(_ count: Int) -> [UInt8] {
    // because the buffer is only read during the call
    unsafe withUnsafeBytes { unsafe Array($0.prefix(count)) }
  }
}

extension [UInt8] {
  /// The bytes of a number, the most significant first.
  init(bigEndian value: UInt64, count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// The number that some bytes of the array are, the most significant first.
  func bigEndian(_ range: Range<Int>) -> UInt64 { self[range].reduce(0) { $0 << 8 | UInt64($1) } }
}
