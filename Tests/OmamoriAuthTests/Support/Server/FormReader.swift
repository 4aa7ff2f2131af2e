import Foundation
import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

/// Reads forms another way than the library does.
enum FormReader {
  static func fields(of request: HTTPRequest) async throws(TransportError) -> [String: String] {
    guard request.body.mediaType?.isSameType(as: .form) == true else { return [:] }
    return fields(String(decoding: try await request.body.collected(), as: UTF8.self))
  }

  static func fields(_ text: String) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.replacing("+", with: " ").removingPercentEncoding ?? ""
      }
      fields[parts[0]] = parts.count > 1 ? parts[1] : ""
    }
    return fields
  }
}
