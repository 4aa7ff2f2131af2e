import Foundation
import OmamoriCore
import OmamoriTransport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
  /// The message for a request, without its body.
  ///
  /// - Throws: `TransportError.malformedURL` when Foundation reads another host or port in the URL than this library.
  init(_ request: HTTPRequest) throws(TransportError) {
    guard let url = URL(string: request.url.text), url.scheme == "https", let name = url.host,
      (try? HostName(name)) == request.url.host, (url.port ?? 443) == Int(request.url.port)
    else { throw .malformedURL }
    self.init(url: url)
    httpMethod = request.method.rawValue
    httpShouldHandleCookies = false
    for field in request.sentFields { addValue(field.value, forHTTPHeaderField: field.name) }
  }
}

extension ResponseFields {
  /// The fields of a response; Foundation has joined those of one name, and lost their order.
  ///
  /// - Throws: `TransportError.malformedResponse` and `TransportError.responseTooLarge(limit:)`.
  init(_ response: HTTPURLResponse, limits: ResponseLimits) throws(TransportError) {
    self.init()
    var size = 0
    let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return (name, value)
    }
    for (name, value) in fields.sorted(by: { $0.0 < $1.0 }) {
      let line = Array("\(name): \(value)".utf8)
      size += line.count + 2
      guard size <= limits.headerBytes else { throw .responseTooLarge(limit: limits.headerBytes) }
      try append(line)
    }
  }
}
