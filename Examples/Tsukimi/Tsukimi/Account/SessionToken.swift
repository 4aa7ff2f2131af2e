import Foundation

/// Reads what the service wrote into the session token.
enum SessionToken {
  static func claims(of token: String) -> [String: Any]? {
    let segments = token.split(separator: ".")
    guard segments.count == 3 else { return nil }
    var body = segments[1]
      .replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    while body.count % 4 != 0 { body += "=" }
    guard let data = Data(base64Encoded: body) else { return nil }
    return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
  }

  static func isOrganiser(_ token: String) -> Bool {
    claims(of: token)?["role"] as? String == "organiser"
  }
}
