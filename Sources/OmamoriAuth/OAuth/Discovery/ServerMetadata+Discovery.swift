import OmamoriCore
import OmamoriTransport

extension ServerMetadata {
  /// Asks a server for its metadata.
  ///
  /// - Parameters:
  ///   - issuer: Who the server is; the document has to be about exactly this issuer.
  ///   - exchange: The network.
  ///   - kinds: Where to look, in this order; the next place is tried only when the server says that there is nothing.
  /// - Returns: The metadata.
  /// - Throws: ``AuthError/metadata(_:)``; ``AuthError/response(_:)`` when the server sends the request elsewhere;
  ///   ``AuthError/transport(_:)``.
  public static func discover(
    _ issuer: Issuer, over exchange: any HTTPExchange, at kinds: [MetadataKind] = [.openID, .oauth]
  ) async throws(AuthError) -> ServerMetadata {
    for kind in kinds {
      let request = try AuthError.transporting { () throws(TransportError) in
        try Request(.get, kind.url(for: issuer), headers: HeaderFields(["Accept": "application/json"]))
      }
      let answer = try await exchange.checkedAnswer(to: request, limit: greatestSize)
      switch answer.status {
      case 200:
        guard answer.isJSON else { throw .metadata(.malformed) }
        return try ServerMetadata(document: answer.body, issuer: issuer)
      case 404, 410: continue
      default: throw .response(.status(answer.status))
      }
    }
    throw .metadata(.unavailable)
  }
}
