import OmamoriCore
import OmamoriCrypto

/// The records that an export carries: the account, what is known of peers, and what the application keeps beside.
///
/// Sessions, prekeys and sender keys have no place in it: a second device that went on from them would use keys twice.
/// Specified in Documentation/formats/messaging-export.md.
struct ExportContents: Sendable, Equatable {
  /// One record.
  struct Entry: Sendable, Equatable {
    let name: RecordName
    let bytes: SharedSecretBytes
  }

  /// The kinds of records that are carried.
  static let kinds: [RecordKind] = [.account, .peer, .application]
  /// The most records.
  static let greatestCount = 32_768
  /// The most bytes of all.
  static let greatestByteCount = 64 << 20
  /// The contents are filled up to a multiple of this, so that their size says little.
  static let padding = 4096
  private static let prefixByteCount = ExportEnvelope.headerByteCount + 4
  private static let entryByteCount = 1 + 1 + 4

  /// The records, sorted by kind and key, the account first.
  let entries: [Entry]

  /// Puts contents together.
  ///
  /// - Throws: ``MessagingError/storage(_:)`` with ``ConversationStorageFault/tooLarge`` above the bounds,
  ///   ``MessagingError/backup(_:)`` with ``BackupFault/invalid`` when there is not one account, or a record has no place
  ///   here.
  init(_ entries: [Entry]) throws(MessagingError) {
    let size = entries.reduce(Self.prefixByteCount) {
      $0 + Self.entryByteCount + $1.name.key.count + $1.bytes.count
    }
    guard entries.count <= Self.greatestCount, size <= Self.greatestByteCount else {
      throw .storage(.tooLarge)
    }
    self.entries = entries.sorted { Self.precedes($0.name, $1.name) }
    try check()
  }

  private func check() throws(MessagingError) {
    guard let account = entries.first, account.name == RecordName(.account) else { throw .backup(.invalid) }
    for (entry, next) in zip(entries, entries.dropFirst()) {
      guard Self.precedes(entry.name, next.name), next.name.kind != .account else { throw .backup(.invalid) }
    }
    for entry in entries {
      guard Self.kinds.contains(entry.name.kind), entry.name.key.count <= RecordBounds.greatestKeyLength,
        entry.bytes.count <= RecordBounds.greatestRecord
      else { throw .backup(.invalid) }
    }
  }

  private static func precedes(_ left: RecordName, _ right: RecordName) -> Bool {
    guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
    return left.key.lexicographicallyPrecedes(right.key)
  }

  // MARK: - Bytes

  /// Reads contents.
  ///
  /// - Parameters:
  ///   - bytes: The decrypted contents.
  ///   - kind: What opened them.
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/invalid``.
  init(decoding bytes: RawSpan, openedWith kind: ExportSecretKind) throws(MessagingError) {
    let header = ExportEnvelope(kind: kind, file: []).header
    guard bytes.byteCount <= Self.greatestByteCount + Self.padding, bytes.byteCount % Self.padding == 0,
      bytes.byteCount > 0, bytes.prefixBytes(header.count) == header
    else { throw .backup(.invalid) }
    var place = header.count
    let count = try Self.number(bytes, at: &place, count: 4)
    guard count <= Self.greatestCount else { throw .backup(.invalid) }
    var entries: [Entry] = []
    for _ in 0..<count {
      let code = try Self.number(bytes, at: &place, count: 1)
      guard let kind = RecordKind(rawValue: UInt8(truncatingIfNeeded: code)) else { throw .backup(.invalid) }
      let key = try Self.take(try Self.number(bytes, at: &place, count: 1), of: bytes, at: &place)
      let name = RecordName(kind, key: bytes.extracting(key).prefixBytes(key.count))
      let record = try Self.take(try Self.number(bytes, at: &place, count: 4), of: bytes, at: &place)
      let secret = SharedSecretBytes(SecretBytes(copying: bytes.extracting(record)))
      entries.append(Entry(name: name, bytes: secret))
    }
    let rest = bytes.extracting(place...)
    // because the buffer is only read during the call
    let isPadding = unsafe rest.withUnsafeBytes { unsafe $0.allSatisfy { $0 == 0 } }
    guard rest.byteCount < Self.padding, isPadding else { throw .backup(.invalid) }
    self.entries = entries
    try check()
  }

  /// The place of the next bytes.
  private static func take(
    _ count: Int, of bytes: RawSpan, at place: inout Int
  ) throws(MessagingError) -> Range<Int> {
    guard count <= bytes.byteCount - place else { throw .backup(.invalid) }
    defer { place += count }
    return place..<place + count
  }

  private static func number(
    _ bytes: RawSpan, at place: inout Int, count: Int
  ) throws(MessagingError) -> Int {
    let range = try take(count, of: bytes, at: &place)
    return Int(bytes.extracting(range).prefixBytes(count).bigEndian(0..<count))
  }

  /// The bytes of the contents, to be wiped by whoever asks.
  ///
  /// - Parameter kind: What is going to open them.
  /// - Returns: The bytes.
  func encoded(for kind: ExportSecretKind) -> PlainExport {
    let size = entries.reduce(Self.prefixByteCount) {
      $0 + Self.entryByteCount + $1.name.key.count + $1.bytes.count
    }
    let plain = PlainExport(capacity: (size + Self.padding - 1) / Self.padding * Self.padding)
    plain.append(ExportEnvelope(kind: kind, file: []).header)
    plain.append([UInt8](bigEndian: UInt64(entries.count), count: 4))
    for entry in entries {
      plain.append([entry.name.kind.rawValue, UInt8(truncatingIfNeeded: entry.name.key.count)])
      plain.append(entry.name.key)
      plain.append([UInt8](bigEndian: UInt64(entry.bytes.count), count: 4))
      entry.bytes.withBytes { plain.append($0) }
    }
    plain.fill()
    return plain
  }
}

/// The outside of an export: what it is, what opens it, and a checksum that tells damage from a wrong passphrase.
///
/// The checksum holds no secret and protects from nobody; what protects is the encrypted file behind it.
struct ExportEnvelope: Sendable, Equatable {
  static let magic = Array("OMME".utf8)
  static let version: UInt8 = 1
  static let headerByteCount = 6
  static let checksumByteCount = 16
  /// The largest export, in bytes.
  static let greatestByteCount = ExportContents.greatestByteCount + (1 << 20)

  /// What opens it.
  let kind: ExportSecretKind
  /// An encrypted file with a password.
  let file: [UInt8]

  init(kind: ExportSecretKind, file: [UInt8]) { (self.kind, self.file) = (kind, file) }

  /// Reads an export as far as that goes without its secret.
  ///
  /// - Throws: ``MessagingError/backup(_:)`` with ``BackupFault/invalid``, ``BackupFault/newerVersion``.
  init(decoding bytes: [UInt8]) throws(MessagingError) {
    let start = Self.headerByteCount + Self.checksumByteCount
    guard bytes.count > start, bytes.count <= Self.greatestByteCount, bytes.starts(with: Self.magic) else {
      throw .backup(.invalid)
    }
    guard bytes[4] <= Self.version else { throw .backup(.newerVersion) }
    guard bytes[4] == Self.version, let kind = ExportSecretKind(rawValue: bytes[5]) else {
      throw .backup(.invalid)
    }
    self.init(kind: kind, file: Array(bytes[start...]))
    guard checksum == Array(bytes[Self.headerByteCount..<start]) else { throw .backup(.invalid) }
  }

  /// The bytes before the checksum, which the encrypted contents begin with as well.
  var header: [UInt8] { Self.magic + [Self.version, kind.rawValue] }

  /// The bytes of the export.
  var encoded: [UInt8] { header + checksum + file }

  private var checksum: [UInt8] {
    var hash = SHA256()
    hash.update(data: header)
    hash.update(data: file)
    return Array(hash.finalize().prefix(Self.checksumByteCount))
  }
}

/// The plaintext of an export as an array, which the file encryption wants, wiped when its owner is gone.
///
/// Not to be shared between threads.
final class PlainExport {
  private(set) var bytes: [UInt8] = []
  private let capacity: Int

  /// Makes room for all bytes at once, so that growing leaves no copies behind.
  init(capacity: Int) {
    self.capacity = capacity
    bytes.reserveCapacity(capacity)
  }

  /// Takes over bytes.
  init(takingOver bytes: consuming [UInt8]) {
    self.bytes = bytes
    capacity = 0
  }

  deinit { wipe() }

  /// Wipes the bytes in their place.
  ///
  /// Call it when the work is done: an owner that is gone while somebody still reads the array wipes a copy only.
  func wipe() { Self.wipe(&bytes) }

  /// Appends bytes.
  func append(_ part: [UInt8]) { bytes += part }

  /// Appends bytes.
  func append(_ part: RawSpan) {
    // because the buffer is only read during the call
    unsafe part.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
  }

  /// Fills up with zeros to the capacity.
  func fill() { bytes += [UInt8](repeating: 0, count: max(0, capacity - bytes.count)) }

  @inline(never)
  private static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
  }
}
