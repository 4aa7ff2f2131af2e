public import OmamoriCore

/// What a signature is over, and the signature.
struct SignedParts {
  let header: TokenHeader
  /// What the signature is over: the header and the content with a dot between them.
  private let message: ArraySlice<UInt8>
  /// The content in base64url, or as it is.
  private let content: Content
  /// The signature in base64url.
  private let signature: ArraySlice<UInt8>

  private enum Content {
    case encoded(ArraySlice<UInt8>)
    case plain([UInt8])
  }

  /// The parts of a token.
  init(_ token: UnverifiedToken) {
    (header, message) = (token.header, token.signedPart)
    (content, signature) = (.encoded(token.part(1)), token.part(2))
  }

  /// The parts of a message whose content is encoded already.
  init(
    header: TokenHeader, encodedHeader: ArraySlice<UInt8>, encodedContent: ArraySlice<UInt8>,
    signature: ArraySlice<UInt8>
  ) {
    (self.header, self.signature) = (header, signature)
    message = encodedHeader + [UInt8(ascii: ".")] + encodedContent
    content = .encoded(encodedContent)
  }

  /// The parts of a message whose content is kept apart from it.
  init(
    header: TokenHeader, encodedHeader: ArraySlice<UInt8>, content: [UInt8], isUnencoded: Bool,
    signature: ArraySlice<UInt8>
  ) {
    (self.header, self.signature) = (header, signature)
    message =
      encodedHeader + [UInt8(ascii: ".")] + (isUnencoded ? content : Array(Base64URL.encode(content).utf8))
    self.content = .plain(content)
  }

  /// The content, if the signature holds.
  func verified(_ algorithm: SignatureAlgorithm, _ key: JSONWebKey) throws(AuthError) -> VerifiedContent {
    let (bytes, signature): ([UInt8], [UInt8])
    do {
      signature = try Base64URL.decode(self.signature.span)
      switch content {
      case .encoded(let text): bytes = try Base64URL.decode(text.span)
      case .plain(let content): bytes = content
      }
    } catch { throw .token(.malformed) }
    guard !signature.isEmpty, key.isValid(signature, for: message, algorithm) else {
      throw .token(.signatureInvalid)
    }
    return VerifiedContent(header: header, algorithm: algorithm, key: key, bytes: bytes)
  }
}

/// The content of a message whose signature was verified; only ``SignatureVerifier`` makes one.
///
/// Prints its size only.
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

extension VerifiedContent: RedactedDescription {
  /// The size.
  public var description: String { "verified content (\(bytes.count) bytes)" }
}
