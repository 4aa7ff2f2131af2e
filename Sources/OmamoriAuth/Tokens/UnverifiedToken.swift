import OmamoriCore

/// A token in compact form that nobody has verified: it gives its size and its header, never a claim.
///
/// ``TokenVerifier`` makes a ``VerifiedToken`` of it, whose claims can be read. Prints its size only. A value; safe to
/// share between threads.
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
  package init(bytes: [UInt8]) throws(AuthError) {
    guard bytes.count <= Self.sizeLimit else { throw .token(.tooLarge(limit: Self.sizeLimit)) }
    var (dots, count) = ((0, 0, 0, 0), 0)
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
      switch count {
      case 0: dots.0 = index
      case 1: dots.1 = index
      case 2: dots.2 = index
      case 3: dots.3 = index
      default: throw .token(.malformed)
      }
      count += 1
    }
    guard let protection = Protection(rawValue: count + 1) else { throw .token(.malformed) }
    header = try TokenHeader(encoded: bytes.byteSpan.extracting(0..<dots.0))
    (self.protection, self.bytes, self.dots) = (protection, bytes, dots)
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

extension UnverifiedToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The size, and that nobody verified it.
  public var description: String { "unverified token (\(size) bytes)" }
  /// The size, and that nobody verified it.
  public var debugDescription: String { description }
  /// A mirror without the token.
  public var customMirror: Mirror { Mirror(self, children: ["token": description]) }
}
