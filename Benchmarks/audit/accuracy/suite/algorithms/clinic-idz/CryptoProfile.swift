import Foundation
import IDZSwiftCommonCrypto

enum CryptoProfile {
  static let labResults = StreamCryptor.Algorithm.tripleDES // weak: weak-cipher file
  static let imaging = StreamCryptor.Algorithm.aes // safe: weak-cipher
  static let exportDigest = Digest.Algorithm.md4 // weak: weak-hash file
  static let blockOptions: StreamCryptor.Options = [.PKCS7Padding, .ECBMode] // weak: ecb file
  static let chainOptions: StreamCryptor.Options = [.PKCS7Padding] // safe: ecb
}
