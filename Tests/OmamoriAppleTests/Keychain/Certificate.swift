import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

/// A certificate as far as a keychain reads it: a serial number and a public key.
struct Certificate {
  let secret: SharedSecretBytes

  init(serial: UInt8, publicKey: [UInt8] = [7]) {
    func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
      content.count < 128
        ? [tag, UInt8(content.count)] + content : [tag, 0x81, UInt8(content.count)] + content
    }
    let empty = element(0x30, [])
    let key = element(0x30, empty + element(3, [0] + publicKey))
    let fields = [element(2, [serial]), empty, empty, empty, empty, key]
    secret = SharedSecretBytes(SecretBytes(copying: element(0x30, element(0x30, fields.flatMap(\.self)))))
  }

  /// The certificate to be stored.
  func item(label: String) -> NewItem {
    NewItem(.certificate, [.label: .text(label)], secret: secret)
  }
}
