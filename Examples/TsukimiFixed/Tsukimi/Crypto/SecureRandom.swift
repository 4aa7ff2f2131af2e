import Foundation
import Security

/// Bytes of the system's generator, or an error; never anything in between.
enum SecureRandom {
  struct Failure: Error {
    let status: OSStatus
  }

  static func bytes(count: Int) throws -> Data {
    var data = Data(count: count)
    let status = data.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return errSecParam }
      return SecRandomCopyBytes(kSecRandomDefault, buffer.count, start)
    }
    guard status == errSecSuccess else { throw Failure(status: status) }
    return data
  }
}
