import Foundation
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// The items of a result as texts that tests can compare.
func texts(_ items: [NewItem]) -> [String] {
  items.map { item in
    let attributes = item.attributes
    var parts = [item.itemClass.rawValue]
    for attribute in [ItemAttribute.service, .server, .networkProtocol, .port, .path, .account] {
      switch attributes[attribute] {
      case .text(let text) where !text.isEmpty: parts.append("\(attribute.rawValue)=\(text)")
      case .number(let number): parts.append("\(attribute.rawValue)=\(number)")
      default: continue
      }
    }
    return parts.joined(separator: " ") + " > " + plain(item.secret)
  }
}

/// The secret as a text.
func plain(_ secret: SharedSecretBytes?) -> String {
  guard let secret else { return "<none>" }
  let bytes = secret.withBytes { span in unsafe span.withUnsafeBytes { unsafe Array($0) } }
  return String(validating: bytes, as: UTF8.self)
    ?? bytes.map { String($0, radix: 16) }.joined(separator: " ")
}

/// A secret of a text.
func shared(_ text: String) -> SharedSecretBytes { SharedSecretBytes(SecretBytes(copying: Array(text.utf8))) }
