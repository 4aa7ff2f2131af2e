public import OmamoriCore

/// A token in compact form that nobody has verified: it gives its size and its header, never a claim.
///
/// ``TokenVerifier`` makes a ``VerifiedToken`` of it, whose claims can be read. Prints its size only.
public struct UnverifiedToken: Sendable {
  /// The most bytes that a token may have.
  public static let sizeLimit = 64 << 10

  /// How a token is protected.
  @nonexhaustive
  public enum Protection: Int, Sendable, Hashable {
    /// Signed (JSON Web Signature): three parts.
    case signature = 3
    /// Encrypted (JSON Web Encryption): five parts.
    case encryption = 5
  }

  /// How the token claims to be protected.
  public let protection: Protection
  /// The header.
  public let header: TokenHeader

  /// Whether the header is one of a token that was verified before.
  let isHeaderKnown: Bool
  /// The whole token.
  package let bytes: [UInt8]
  /// Where the parts are.
  private let dots: (Int, Int, Int, Int)

  /// Takes a token apart.
  ///
  /// - Parameter text: The token, at most ``sizeLimit`` bytes.
  /// - Throws: ``AuthError/token(_:)`` when it is too large, has another number of parts than three or five, or its
  ///   header is not one.
  public init(_ text: SecretText) throws(AuthError) {
    try self.init(bytes: text.withBytes { $0.byteArray })
  }

  /// Takes a token apart.
  ///
  /// - Parameter text: The token, at most ``sizeLimit`` bytes.
  /// - Throws: ``AuthError/token(_:)`` when it is too large, has another number of parts than three or five, or its
  ///   header is not one.
  public init(_ text: String) throws(AuthError) { try self.init(bytes: Array(text.utf8)) }

  /// Takes a token apart.
  package init(bytes: [UInt8]) throws(AuthError) { try self.init(bytes: bytes, known: nil) }

  /// Takes a token apart, whose header may be known already.
  init(bytes: [UInt8], known headers: KnownHeaders?) throws(AuthError) {
    guard bytes.count <= Self.sizeLimit else { throw .token(.tooLarge(limit: Self.sizeLimit)) }
    var (dots, count, place) = ((0, 0, 0, 0), 0, 0)
    while let dot = Self.dot(in: bytes, from: place) {
      switch count {
      case 0: dots.0 = dot
      case 1: dots.1 = dot
      case 2: dots.2 = dot
      case 3: dots.3 = dot
      default: throw .token(.malformed)
      }
      (count, place) = (count + 1, dot + 1)
    }
    guard let protection = Protection(rawValue: count + 1) else { throw .token(.malformed) }
    let encoded = bytes.byteSpan.extracting(0..<dots.0)
    let known = headers?.header(encoded: encoded)
    if let known { header = known } else { header = try TokenHeader(encoded: encoded) }
    isHeaderKnown = known != nil
    (self.protection, self.bytes, self.dots) = (protection, bytes, dots)
  }

  /// The place of the next dot, looked for in eight bytes at a time.
  private static func dot(in bytes: [UInt8], from start: Int) -> Int? {
    // because every pattern of bits is a UInt64, and eight bytes are left where they are read
    unsafe bytes.withUnsafeBytes { bytes in
      var place = start
      while place + 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ 0x2E2E_2E2E_2E2E_2E2E
        // The highest bit of a byte is set when the byte was a dot, and perhaps above one.
        if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { break }
        place += 8
      }
      while place < bytes.count {
        if unsafe bytes[place] == UInt8(ascii: ".") { return place }
        place += 1
      }
      return nil
    }
  }

  /// The number of bytes.
  public var size: Int { bytes.count }

  /// A part, counted from 0: of the three of a signed token, or the five of an encrypted one.
  package func part(_ index: Int) -> ArraySlice<UInt8> {
    switch index {
    case 0: bytes[..<dots.0]
    case 1: bytes[(dots.0 + 1)..<dots.1]
    case 2: protection == .signature ? bytes[(dots.1 + 1)...] : bytes[(dots.1 + 1)..<dots.2]
    case 3 where protection == .encryption: bytes[(dots.2 + 1)..<dots.3]
    case 4 where protection == .encryption: bytes[(dots.3 + 1)...]
    default: []
    }
  }

  /// What a signature is over: the first two parts and the dot between them.
  package var signedPart: ArraySlice<UInt8> { bytes[..<dots.1] }

  /// The content of a signed token, for a tool that shows it to a person and says that nobody verified it.
  package func contentForDisplay() throws(AuthError) -> [UInt8] {
    guard protection == .signature else { throw .token(.malformed) }
    do {
      return try Base64URL.decode(part(1).span)
    } catch { throw .token(.malformed) }
  }
}

extension UnverifiedToken: RedactedDescription {
  /// The size, and that nobody verified it.
  public var description: String { "unverified token (\(size) bytes)" }
}
