import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct SymmetricKeyTests {
  @Test func keysAreComparedByTheirBytes() {
    let bytes = [UInt8](repeating: 1, count: 32)
    #expect(SymmetricKey(data: bytes) == SymmetricKey(data: Data(bytes)))
    #expect(SymmetricKey(data: bytes) != SymmetricKey(data: bytes.dropLast()))
    #expect(SymmetricKey(size: .bits256) != SymmetricKey(size: .bits256))
    #expect(SymmetricKey(size: .bits192).bitCount == 192)
  }

  @Test func nothingOfAKeyIsShown() {
    let probe = LeakProbe()
    let key = SymmetricKey(data: Data(probe.marker.utf8))
    #expect(probe.leaks(in: key).isEmpty)
    #expect("\(key)" == "<redacted>")
    #expect(probe.leaks(in: HMAC<SHA256>(key: key)).isEmpty)
  }

  @Test func manyThreadsUseOneKey() async throws {
    let key = SymmetricKey(size: .bits256)
    let opened = try await withThrowingTaskGroup(of: Int.self) { group in
      for worker in 0..<16 {
        group.addTask {
          var count = 0
          for round in 0..<200 {
            let message = Data("worker \(worker), round \(round)".utf8)
            let box = try AES.GCM.seal(message, using: key, authenticating: message)
            let other = try ChaChaPoly.seal(message, using: key)
            let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
            let isRight =
              try AES.GCM.open(box, using: key, authenticating: message) == message
              && ChaChaPoly.open(other, using: key) == message
              && HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key)
            count += isRight ? 1 : 0
          }
          return count
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(opened == 16 * 200)
  }
}
