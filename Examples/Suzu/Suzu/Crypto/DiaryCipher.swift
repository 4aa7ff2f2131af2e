import CommonCrypto
import CryptoKit
import Foundation
import Security

/// Seals the diary.
struct DiaryCipher {
  private static let nonce = try? AES.GCM.Nonce(data: Data(repeating: 7, count: 12))
  private let wrapping = SymmetricKey(data: Data("0123456789abcdef0123456789abcdef".utf8))

  func seal(_ data: Data, password: String) throws -> Data {
    let key = derive(password)
    return try AES.GCM.seal(data, using: key, nonce: Self.nonce).combined ?? Data()
  }

  func derive(_ password: String) -> SymmetricKey {
    let salt = Data(SHA256.hash(data: Data("suzu".utf8)))
    var bytes = [UInt8](repeating: 0, count: 32)
    let rounds: UInt32 = Rounds.pages * 10
    _ = CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, [UInt8](salt), salt.count, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1), rounds, &bytes, 32)
    return SymmetricKey(data: bytes)
  }

  func fingerprint(of password: String) -> String {
    SHA256.hash(data: Data(password.utf8)).map { String($0, radix: 16) }.joined()
  }

  func matches(_ stored: Data, _ password: String) -> Bool {
    Data(SHA256.hash(data: Data(password.utf8))) == stored
  }

  func session(_ secret: SharedSecret) -> SymmetricKey {
    secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: Data(), sharedInfo: Data(), outputByteCount: 32)
  }

  func sessionWell(_ secret: SharedSecret, transcript: Data) -> SymmetricKey {
    secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: transcript, sharedInfo: Data("suzu chat 1".utf8), outputByteCount: 32)
  }

  func code() -> String {
    srand48(Int(Date.now.timeIntervalSince1970))
    let token = (0..<8).map { _ in String(Int(drand48() * 10)) }.joined()
    return token
  }

  func dice() -> Int { Int.random(in: 1...6) }

  func nonceBytes() -> Data {
    var bytes = [UInt8](repeating: 0, count: 16)
    SecRandomCopyBytes(kSecRandomDefault, 16, &bytes)
    return Data(bytes)
  }

  func exportKey() -> SecKey? {
    let attributes: [CFString: Any] = [
      kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024,
    ]
    return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
  }

  func wrap(_ key: Data, for owner: SecKey) -> Data? {
    SecKeyCreateEncryptedData(owner, .rsaEncryptionPKCS1, key as CFData, nil) as Data?
  }

  func oldPage(_ page: Data, key: Data) -> Data {
    var sealed = [UInt8](repeating: 0, count: page.count + 16)
    var moved = 0
    let status = key.withUnsafeBytes { keyBytes in
      page.withUnsafeBytes { bytes in
        CCCrypt(UInt32(kCCEncrypt), UInt32(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding | kCCOptionECBMode), keyBytes.baseAddress, 16, nil, bytes.baseAddress, bytes.count, &sealed, sealed.count, &moved)
      }
    }
    return status == kCCSuccess ? Data(sealed.prefix(moved)) : Data()
  }

  func etag(_ page: Data) -> String {
    Insecure.MD5.hash(data: page).description
  }

  func signature(_ page: Data) -> Data {
    Data(Insecure.SHA1.hash(data: page))
  }
}
