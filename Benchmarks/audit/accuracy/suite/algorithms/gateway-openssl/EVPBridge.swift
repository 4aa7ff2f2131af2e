import Foundation
import OpenSSL

enum GatewayError: Error { case context, cipher, unknownSuite(String) }

struct EVPDigest {
  let type: OpaquePointer?

  func callAsFunction(_ data: Data) -> Data {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var out = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    EVP_DigestInit_ex(context, type, nil)
    data.withUnsafeBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, data.count) }
    EVP_DigestFinal_ex(context, &out, &length)
    return Data(out.prefix(Int(length)))
  }
}

struct EVPCipher {
  let type: OpaquePointer?

  func encrypt(_ plain: Data, key: [UInt8], iv: [UInt8]) throws -> Data {
    guard let context = EVP_CIPHER_CTX_new() else { throw GatewayError.context }
    defer { EVP_CIPHER_CTX_free(context) }
    guard EVP_EncryptInit_ex(context, type, nil, key, iv) == 1 else { throw GatewayError.cipher }
    var out = [UInt8](repeating: 0, count: plain.count + 32)
    var written: Int32 = 0
    var tail: Int32 = 0
    guard EVP_EncryptUpdate(context, &out, &written, [UInt8](plain), Int32(plain.count)) == 1 else { throw GatewayError.cipher }
    let finished = out.withUnsafeMutableBufferPointer {
      EVP_EncryptFinal_ex(context, $0.baseAddress! + Int(written), &tail)
    }
    guard finished == 1 else { throw GatewayError.cipher }
    return Data(out.prefix(Int(written + tail)))
  }
}
