package import OmamoriCore
import OmamoriCrypto

/// The beginning of a segment: it binds the segment to everything before it and holds the sealed seed of its keys.
///
/// Its layout is in Documentation/formats/audit-log.md. One that was decoded is signed by the key that it names; whether
/// that is the right key is for the reader to compare.
package struct SegmentHeader: Sendable, Hashable {
  /// The most bytes of a header.
  package static let maximumSize = 4096
  /// The most readers of a segment.
  package static let maximumReaders = 4
  /// How every header begins; the last byte is the version.
  static let magic: [UInt8] = Array("omamlog".utf8) + [1]
  /// The bytes from which the length of a header is known: the magic and the length.
  static let prefixByteCount = 10
  private static let signatureByteCount = 64
  private static let context = Array("omamori-audit-log v1 header\0".utf8)

  /// The log.
  package let key: LogKey
  /// What stands before the segment; it has the segment's number.
  package let position: LogPosition
  /// When the segment was begun, in milliseconds since 1970.
  package let milliseconds: UInt64
  let seeds: [SealedSeed]
  private let signature: [UInt8]

  /// Makes the header of a new segment and signs it.
  ///
  /// - Returns: The header and the seed, which belongs into a ratchet and nowhere else.
  static func make(
    at position: LogPosition,
    milliseconds: UInt64,
    readers: [AuditorKey],
    signedBy identity: LogIdentity,
    randomness: some Randomness
  ) throws(AuditLogError) -> (header: SegmentHeader, seed: SymmetricKey) {
    guard 1...maximumReaders ~= readers.count, position.tree.count < MerkleTree.maximumCount else {
      throw .key(.invalid)
    }
    let seed: SharedSecretBytes
    do throws(CoreError) {
      seed = SharedSecretBytes(try SecretBytes(randomCount: SealedSeed.seedByteCount, from: randomness))
    } catch {
      throw .core(error)
    }
    let start = start(identity.key, position, milliseconds, readers: readers.count)
    var seeds: [SealedSeed] = []
    for reader in readers { seeds.append(try SealedSeed(seed, for: reader, in: start)) }
    let signature = try identity.sign(context + start + seeds.flatMap(\.encoded))
    let header = SegmentHeader(identity.key, position, milliseconds, seeds, signature)
    // because the buffer is only read during the call
    let key = seed.withBytes { seed in unsafe seed.withUnsafeBytes { unsafe SymmetricKey(data: $0) } }
    return (header, key)
  }

  private init(
    _ key: LogKey, _ position: LogPosition, _ milliseconds: UInt64, _ seeds: [SealedSeed],
    _ signature: [UInt8]
  ) {
    (self.key, self.position, self.milliseconds) = (key, position, milliseconds)
    (self.seeds, self.signature) = (seeds, signature)
  }

  /// Reads a header and verifies its signature.
  ///
  /// - Parameter bytes: The header and nothing else, at most ``maximumSize`` bytes.
  /// - Throws: ``AuditLogError/format(_:)``, or ``AuditLogError/cryptography(_:)`` for a signature that is wrong.
  package init(decoding bytes: [UInt8]) throws(AuditLogError) {
    try self.init(unverified: bytes)
    guard key.isValid(signature, for: Self.context + bytes.dropLast(Self.signatureByteCount)) else {
      throw .cryptography(.authenticationFailed)
    }
  }

  /// Reads a header as it is; there is one spelling for each.
  init(unverified bytes: [UInt8]) throws(AuditLogError) {
    guard try Self.byteCount(of: bytes) == bytes.count else { throw .format(.malformed(offset: 8)) }
    var reader = ByteReader(log: bytes.rawSpan)
    _ = try reader.span(Self.prefixByteCount)
    let segment = try reader.number(UInt64.self)
    let count = try reader.number(UInt64.self)
    let discarded = try reader.number(UInt64.self)
    milliseconds = try reader.number(UInt64.self)
    let link = try reader.hash()
    key = try LogKey(rawRepresentation: reader.bytes(LogKey.byteCount))
    guard count < MerkleTree.maximumCount, segment <= count else { throw reader.error() }
    var edge: [LogHash] = []
    for _ in 0..<count.nonzeroBitCount { edge.append(try reader.hash()) }
    let tree = try MerkleTree(count: count, edge: edge)
    let readers = try reader.number(UInt8.self)
    guard 1...Self.maximumReaders ~= Int(readers) else { throw reader.error() }
    var seeds: [SealedSeed] = []
    for _ in 0..<readers { seeds.append(try SealedSeed(&reader)) }
    self.seeds = seeds
    signature = try reader.bytes(Self.signatureByteCount)
    guard reader.isAtEnd, count > 0 || (link == .zero && segment == 0 && discarded == 0) else {
      throw reader.error()
    }
    position = LogPosition(segment: segment, tree: tree, link: link, discarded: discarded)
  }

  /// The number of bytes of the header that begins like this.
  ///
  /// - Parameter bytes: At least the first ten bytes.
  /// - Returns: The number, at most ``maximumSize``.
  /// - Throws: ``AuditLogError/format(_:)`` when it is no header, or one of another version.
  static func byteCount(of bytes: [UInt8]) throws(AuditLogError) -> Int {
    guard bytes.count >= prefixByteCount else { throw .format(.malformed(offset: bytes.count)) }
    guard bytes.starts(with: magic.dropLast()) else { throw .format(.malformed(offset: 0)) }
    guard bytes[7] == magic.last else { throw .format(.unknownVersion) }
    let count = Int(bytes[8]) << 8 | Int(bytes[9])
    guard count <= maximumSize else { throw .format(.tooLarge(limit: maximumSize)) }
    return count
  }

  /// The bytes as they stand in a file.
  package var encoded: [UInt8] { start + seeds.flatMap(\.encoded) + signature }

  /// When the segment was begun, by the clock of the machine that wrote it.
  package var date: Date { LogTime.date(milliseconds) }

  /// Whom the segment is sealed for.
  package var readers: [AuditorKey] { seeds.map(\.reader) }

  /// Opens the seed of the segment.
  ///
  /// - Throws: ``AuditLogError/key(_:)`` with ``LogKeyFault/wrongKey`` when the segment is not sealed for this reader, and
  ///   ``AuditLogError/cryptography(_:)`` when the header was changed.
  func seed(with identity: AuditorIdentity) throws(AuditLogError) -> SymmetricKey {
    guard let sealed = seeds.first(where: { $0.reader == identity.key }) else { throw .key(.wrongKey) }
    return try sealed.open(with: identity, in: start)
  }

  /// The leaf hash of the header as an entry of the log.
  var leaf: LogHash { .leaf(position.link.bytes + encoded) }

  private var start: [UInt8] { Self.start(key, position, milliseconds, readers: seeds.count) }

  /// The part before the sealed seeds, which each of them authenticates.
  private static func start(
    _ key: LogKey, _ position: LogPosition, _ milliseconds: UInt64, readers: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: position.segment)
    bytes.append(number: position.tree.count)
    bytes.append(number: position.discarded)
    bytes.append(number: milliseconds)
    bytes += position.link.bytes
    bytes += key.rawRepresentation
    for node in position.tree.edge { bytes += node.bytes }
    bytes.append(UInt8(clamping: readers))
    let rest = readers * SealedSeed.byteCount + signatureByteCount
    var prefix = magic
    prefix.append(number: UInt16(clamping: prefixByteCount + bytes.count + rest))
    return prefix + bytes
  }
}
