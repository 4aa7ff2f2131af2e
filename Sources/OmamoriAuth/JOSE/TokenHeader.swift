public import OmamoriCore

/// The header of a token, as whoever sent it wrote it: nothing in it is verified, and nothing in it is followed.
///
/// Prints nothing of what it says.
public struct TokenHeader: Sendable {
  /// `alg`, the algorithm that the token claims to be protected with.
  public let algorithm: String
  /// `kid`, the name of the key that is meant.
  public let keyIdentifier: String?
  /// `typ`, the kind of the token.
  public let type: String?
  /// `cty`, the kind of the content.
  public let contentType: String?
  /// All members.
  package let members: JSONObject

  /// The bounds of a header.
  static let limits = JSONLimits(depth: 16, size: 16 << 10, values: 512)

  /// Reads a header in base64url.
  package init(encoded: Span<UInt8>) throws(AuthError) {
    guard encoded.count <= Self.limits.size else { throw .token(.tooLarge(limit: Self.limits.size)) }
    let document: JSONValue
    do {
      document = try StrictJSON.parse(try Base64URL.decode(encoded), limits: Self.limits)
    } catch { throw .token(.malformed) }
    guard let members = document.objectValue else { throw .token(.malformed) }
    try self.init(members)
  }

  /// Reads the members.
  package init(_ members: JSONObject) throws(AuthError) {
    func text(_ name: String) throws(AuthError) -> String? {
      guard let value = members[name] else { return nil }
      guard let text = value.stringValue else { throw .token(.malformed) }
      return text
    }
    guard let algorithm = try text("alg"), !algorithm.isEmpty else { throw .token(.malformed) }
    (self.algorithm, self.members) = (algorithm, members)
    (keyIdentifier, type, contentType) = (try text("kid"), try text("typ"), try text("cty"))
  }

  /// Refuses a header that asks for an extension: none is understood unless `understood` names it.
  ///
  /// `crit` has to be a list of different names of extensions that are in the header (RFC 7515 §4.1.11), and `b64` has
  /// to be in it (RFC 7797 §6).
  package func checkExtensions(understood: Set<String> = []) throws(AuthError) {
    guard let value = members["crit"] else {
      guard !members.contains("b64") else { throw .token(.criticalHeader) }
      return
    }
    guard let names = value.arrayValue, !names.isEmpty, names.count <= understood.count else {
      throw .token(.criticalHeader)
    }
    var seen: Set<String> = []
    for element in names {
      guard let name = element.stringValue, understood.contains(name), members.contains(name),
        seen.insert(name).inserted
      else { throw .token(.criticalHeader) }
    }
    guard !members.contains("b64") || seen.contains("b64") else { throw .token(.criticalHeader) }
  }
}

extension TokenHeader: RedactedDescription {
  /// The algorithm, where it is one that is known; never what else the header says.
  public var description: String {
    "header (\(KeyAlgorithmRule(algorithm) == nil ? "unknown algorithm" : algorithm))"
  }
}
