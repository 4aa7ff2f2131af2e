import CommonCrypto
import CryptoKit
import Foundation
import UIKit

/// Seals what the app keeps about cards.
struct CardCipher {
    /// The key of this device.
    static var deviceKey: SymmetricKey {
        let identifier = UIDevice.current.identifierForVendor?.uuidString ?? ""
        return SymmetricKey(data: SHA256.hash(data: Data(identifier.utf8)))
    }

    static func key(from passphrase: String) -> SymmetricKey {
        return SymmetricKey(data: Data(passphrase.utf8))
    }

    func seal(_ card: Data, for purpose: String) throws -> Data {
        let box = try AES.GCM.seal(card, using: CardCipher.deviceKey)
        return box.combined ?? Data()
    }

    /// An older format, still read by the tills.
    func encrypt(_ text: String, password: String) -> Data {
        var key = [UInt8](repeating: 0, count: kCCKeySizeAES256)
        var derived = [UInt8](repeating: 0, count: kCCKeySizeAES256)
        CCKeyDerivationPBKDF(CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, Array("熊手の会員".utf8), 15, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), 700_000, &derived, derived.count)
        let plain = Array(text.utf8)
        var sealed = [UInt8](repeating: 0, count: plain.count + kCCBlockSizeAES128)
        var moved = 0
        CCCrypt(CCOperation(kCCEncrypt), CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding), &key, key.count, nil, plain, plain.count, &sealed, sealed.count, &moved)
        return Data(sealed.prefix(moved))
    }

    /// Keeps the member's password for the next sign-in.
    func remember(password: String) {
        let sealed = encrypt(password, password: "kumade-club-2019")
        UserDefaults.standard.set(sealed, forKey: "login.blob")
    }

    static func scramble(_ text: String) -> String {
        let bytes = text.utf8.map { $0 ^ 0x5A }
        return Data(bytes).base64EncodedString()
    }

    /// Seals a photo of a receipt, which may be large.
    func encryptFile(from source: InputStream, to target: OutputStream, key: SymmetricKey) throws {
        source.open()
        target.open()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while source.hasBytesAvailable {
            let count = source.read(&buffer, maxLength: buffer.count)
            let sealed = try ChaChaPoly.seal(Data(buffer[..<count]), using: key).combined
            sealed.withUnsafeBytes { _ = target.write($0.bindMemory(to: UInt8.self).baseAddress!, maxLength: sealed.count) }
        }
        source.close()
        target.close()
    }

    func isComplete(_ archive: Data, digest: String) -> Bool {
        let own = SHA256.hash(data: archive).map { String(format: "%02x", $0) }.joined()
        return own == digest
    }

    /// The member's signing key, kept for years.
    func makeKey() -> SecKey? {
        let attributes: [String: Any] = [
            kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom,
            kSecAttrKeySizeInBits as String: 256,
            kSecPrivateKeyAttrs as String: [
                kSecAttrIsPermanent as String: true,
                kSecAttrApplicationTag as String: "example.kumade.signing".data(using: .utf8)!,
            ],
        ]
        return SecKeyCreateRandomKey(attributes as CFDictionary, nil)
    }

    /// 内部の鍵: "kumade-secret" を逆順にしたもの
    static let hidden = String("terces-edamuk".reversed())
}
