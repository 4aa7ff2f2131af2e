import OmamoriCore

/// What a server sees of a message: its version, its kind and its size, and no name.
///
/// The layout is in Documentation/formats/messaging.md. Everything before the sealed part is authenticated with it.
public struct Envelope: Sendable, Hashable {
  /// What an envelope holds.
  public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A message of a session that the other side may not have yet, with what it needs to have it.
    case opening = 1
    /// A message of a session.
    case normal = 2
    /// A message to a group.
    case group = 3
  }

  /// The version of the format.
  public static let version: UInt8 = 1
  /// The most bytes of an envelope.
  public static let greatestByteCount = 1 << 19
  /// The most bytes of what opens a session.
  static let greatestOpeningByteCount = 8192

  /// What it holds.
  public let kind: Kind
  /// The algorithms of the session or of the group.
  public let suite: UInt8
  /// What the other side needs to have the session; empty unless the kind is ``Kind/opening``.
  let opening: [UInt8]
  /// The sealed part.
  let sealed: [UInt8]

  init(_ kind: Kind, suite: UInt8, opening: [UInt8] = [], sealed: [UInt8]) throws(MessagingError) {
    guard suite > 0, !sealed.isEmpty, opening.isEmpty == (kind != .opening) else {
      throw .message(.malformed)
    }
    guard opening.count <= Self.greatestOpeningByteCount,
      5 + opening.count + sealed.count <= Self.greatestByteCount
    else { throw .message(.tooLarge) }
    self.kind = kind
    self.suite = suite
    self.opening = opening
    self.sealed = sealed
  }

  /// Reads an envelope; there is one spelling for each.
  ///
  /// - Parameter bytes: The envelope and nothing else, at most `greatestByteCount` bytes.
  /// - Throws: ``MessagingError/message(_:)`` with ``MessageFault/malformed``, ``MessageFault/unsupported`` for another
  ///   version or kind, or ``MessageFault/tooLarge``.
  public init(decoding bytes: [UInt8]) throws(MessagingError) {
    guard bytes.count <= Self.greatestByteCount else { throw .message(.tooLarge) }
    var reader = ByteReader(bytes.rawSpan) { _, _ in MessagingError.message(.malformed) }
    guard try reader.number(UInt8.self) == Self.version else { throw .message(.unsupported) }
    guard let kind = Kind(rawValue: try reader.number(UInt8.self)) else { throw .message(.unsupported) }
    let suite = try reader.number(UInt8.self)
    var opening: [UInt8] = []
    if kind == .opening { opening = try reader.bytes(Int(try reader.number(UInt16.self))) }
    try self.init(kind, suite: suite, opening: opening, sealed: reader.rest())
  }

  /// The bytes to be delivered.
  public var encoded: [UInt8] { Self.prefix(kind, suite: suite, opening: opening) + sealed }

  /// The part that the sealed part authenticates.
  var prefix: [UInt8] { Self.prefix(kind, suite: suite, opening: opening) }

  /// Everything before the sealed part.
  static func prefix(_ kind: Kind, suite: UInt8, opening: [UInt8] = []) -> [UInt8] {
    var bytes = [version, kind.rawValue, suite]
    if kind == .opening {
      bytes.append(bigEndian: UInt16(truncatingIfNeeded: opening.count))
      bytes += opening
    }
    return bytes
  }
}
