import Foundation

enum TokenError: Error { case malformed, untrusted }

struct TokenParts {
  let header: [String: Any]
  let claims: [String: Any]
  let signingInput: Data
  let signature: Data

  init(_ token: String) throws {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else { throw TokenError.malformed }
    header = try Self.object(parts[0])
    claims = try Self.object(parts[1])
    signingInput = Data("\(parts[0]).\(parts[1])".utf8)
    signature = Data(base64Encoded: Self.padded(parts[2])) ?? Data()
  }

  private static func object(_ part: String) throws -> [String: Any] {
    guard let data = Data(base64Encoded: padded(part)),
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { throw TokenError.malformed }
    return object
  }

  private static func padded(_ part: String) -> String {
    let plain = part.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return plain.padding(toLength: (plain.count + 3) / 4 * 4, withPad: "=", startingAt: 0)
  }
}
