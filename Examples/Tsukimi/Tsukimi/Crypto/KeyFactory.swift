import CryptoKit
import Foundation
import Security

// 鍵を作る・読み出す。
struct KeyFactory {
  private let store = KeychainStore.shared

  /// The key of the journal; made on first use.
  func journalKey() -> SymmetricKey {
    if let data = try? store.load("journalKey") {
      return SymmetricKey(data: data)
    }
    let key = SymmetricKey(size: .bits256)
    _ = store.saveJournalKey(key.withUnsafeBytes { Data($0) })
    return key
  }

  // 招待状に署名する RSA 鍵
  func makeInvitationKey() throws -> SecKey {
    let bits = 1024
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA,
      kSecAttrKeySizeInBits: NSNumber(value: bits),
    ]
    var error: Unmanaged<CFError>?
    guard let key = SecKeyCreateRandomKey(attributes as CFDictionary, &error) else {
      throw error!.takeRetainedValue() as Error
    }
    return key
  }

  func wrap(_ secret: Data, for recipient: SecKey) -> Data? {
    var error: Unmanaged<CFError>?
    return SecKeyCreateEncryptedData(
      recipient,
      .rsaEncryptionPKCS1,
      secret as CFData,
      &error) as Data?
  }
}
