import CryptoKit
import KeychainAccess
import UserNotifications

final class PushPreview: UNNotificationServiceExtension {
  private let keychain = Keychain(service: "org.parley.push")
  private let storedKeyName = "preview-key-2" // safe: constant-key

  private lazy var legacyKey: SymmetricKey = {
    let hex = "8d1f6a0b" + "44c2e97350ab1d6ef7089c3b2e51" + "7740d9a6c81f3e2b5a90647f18ce"
    return SymmetricKey(data: bytes(fromHex: hex)) // weak: constant-key helper
  }()

  override func didReceive(_ request: UNNotificationRequest, withContentHandler handler: @escaping (UNNotificationContent) -> Void) {
    guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
          let text = request.content.userInfo["sealed"] as? String, let sealed = Data(base64Encoded: text) else {
      return handler(request.content)
    }
    if let plain = (try? openCurrent(sealed)) ?? (try? openLegacy(sealed)) {
      content.body = String(decoding: plain, as: UTF8.self)
    }
    handler(content)
  }

  private func openCurrent(_ sealed: Data) throws -> Data? {
    guard let stored = try keychain.getData(storedKeyName) else { return nil }
    let key = SymmetricKey(data: stored) // safe: constant-key
    return try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: sealed), using: key)
  }

  private func openLegacy(_ sealed: Data) throws -> Data {
    try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: sealed), using: legacyKey)
  }

  private func bytes(fromHex hex: String) -> Data {
    var result = Data()
    var index = hex.startIndex
    while index < hex.endIndex {
      let next = hex.index(index, offsetBy: 2)
      result.append(UInt8(hex[index..<next], radix: 16) ?? 0)
      index = next
    }
    return result
  }
}
