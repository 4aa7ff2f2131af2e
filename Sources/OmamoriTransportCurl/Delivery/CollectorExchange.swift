import OmamoriCore
import OmamoriTransport

/// Posts to a collector and reads its answer, bounded.
struct CollectorExchange: Sendable {
  let session: SecureSession
  let url: RequestURL
  let credential: CollectorCredential

  /// Posts a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: What it is.
  ///   - headers: Fields that are public.
  /// - Returns: The answer, of any status.
  /// - Throws: `DeliveryProblem`.
  func post(
    _ body: [UInt8], _ type: MediaType, _ headers: HeaderFields
  ) async throws(DeliveryProblem) -> CollectorAnswer {
    var fields = headers
    try await credential.add(to: &fields)
    do throws(TransportError) {
      let request = try HTTPRequest(
        .post, url, headers: fields, body: .bytes(Data(body), type), expecting: .anything)
      let response = try await session.stream(request)
      var content: [UInt8] = []
      for try await piece in response.body {
        guard content.count + piece.count <= CollectorAnswer.greatestSize else {
          throw .responseTooLarge(limit: CollectorAnswer.greatestSize)
        }
        content += piece
      }
      return CollectorAnswer(status: response.status, fields: response.fields, body: content)
    } catch {
      throw DeliveryProblem(error)
    }
  }
}
