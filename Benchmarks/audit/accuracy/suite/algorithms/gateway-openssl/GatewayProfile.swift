import Foundation
import OpenSSL

enum GatewayProfile {
  static let firmwareDigest = EVPDigest(type: EVP_md5()) // weak: weak-hash file
  static let iconDigest = EVPDigest(type: EVP_sha1()) // safe: weak-hash
  static let commandCipher = EVPCipher(type: EVP_des_ede3_cbc()) // weak: weak-cipher file
  static let telemetryCipher = EVPCipher(type: EVP_chacha20()) // safe: weak-cipher

  static let buildName = "gateway-4.0-rc4" // safe: weak-cipher
}
