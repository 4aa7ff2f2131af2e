import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

extension RequestBody {
  /// The whole body, as a server gets it; what is sent once is used up by this.
  func collected() async throws(TransportError) -> Data {
    switch self {
    case .bytes(let data, _): return data
    case .stream(_, _, let next):
      var body = Data()
      do { while let piece = try await next() { body += piece } } catch { throw .unreadableBody }
      return body
    default: return Data()
    }
  }
}
