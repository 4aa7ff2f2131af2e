import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto

@Suite struct KeyedHashStateTests {
  /// Keys shorter than a block, as long as one and longer; one state gives codes of many data.
  @Test(arguments: [0, 1, 32, 63, 64, 65, 200])
  func codesAreThoseOfHMAC(keyByteCount: Int) {
    let key = (0..<keyByteCount).map { UInt8($0) }
    let state = unsafe KeyedHashState(.sha256, key: key.span.bytes)
    for count in [0, 1, 55, 56, 64, 300] {
      let (first, second) = ([UInt8](repeating: 7, count: count), [UInt8](repeating: 9, count: count / 2))
      let code = unsafe state.code(first.span.bytes, second.span.bytes)
      let expected = HMAC<SHA256>.authenticationCode(for: first + second, using: SymmetricKey(data: key))
      let bytes = unsafe code.withUnsafeBytes(count: 32) { unsafe Array($0) }
      #expect(bytes == Array(expected))
    }
  }
}
