/// The content of a message whose signature was verified; only ``SignatureVerifier`` makes one.
///
/// Prints its size only. A value; safe to share between threads.
public struct VerifiedContent: Sendable {
  /// The header, which is verified too.
  public let header: TokenHeader
  /// The algorithm.
  public let algorithm: SignatureAlgorithm
  /// The key.
  public let key: JSONWebKey
  /// The content.
  public let bytes: [UInt8]
}

extension VerifiedContent: CustomStringConvertible, CustomReflectable {
  /// The size.
  public var description: String { "verified content (\(bytes.count) bytes)" }
  /// A mirror without the content.
  public var customMirror: Mirror { Mirror(self, children: ["content": description]) }
}
