import CryptoKit
import Foundation

struct NamePolicy {
  func checked(_ name: String) throws -> String {
    let components = (name as NSString).pathComponents
    guard components.count == 1, name != "..", name != ".", !name.contains("/"), !name.isEmpty else {
      throw CocoaError(.fileWriteInvalidFileName)
    }
    return name
  }

  func digest(_ identifier: String) -> String {
    SHA256.hash(data: Data(identifier.utf8)).map { String($0, radix: 16) }.joined()
  }
}
