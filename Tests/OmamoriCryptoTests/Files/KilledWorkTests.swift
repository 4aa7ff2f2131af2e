import Foundation
import OmamoriCrypto
import TestSupport
import Testing

/// Processes that are killed in the middle of their work, ten times unless `OMAMORI_SOAK` names a factor.
@Suite(.serialized) struct KilledWorkTests {
  private static let rounds =
    10 * (ProcessInfo.processInfo.environment["OMAMORI_SOAK"].flatMap(Int.init) ?? 1)
  private static let key = [UInt8](repeating: 7, count: 32)
  private static let size = 6 << 20

  /// Whatever has its final name is whole, and the source is as it was.
  @Test(arguments: 0..<rounds) func leavesOnlyWholeFiles(_ round: Int) async throws {
    let folder = try TemporaryFolder()
    let plaintext = pattern(Self.size)
    try folder.write(plaintext, to: "plain")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, round = round as Int] in
      let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))
      let (encryptor, decryptor) = (
        try FileEncryptor(key: key, context: []), try FileDecryptor(key: key, context: [])
      )
      let (plain, sealed) = (FilePlace.path(path + "/plain"), FilePlace.path(path + "/sealed"))
      Thread.detachNewThread {
        usleep(UInt32.random(in: 0...40_000) + UInt32(round % 5) * 4_000)
        kill(getpid(), SIGKILL)
      }
      let options = FileOptions(jobs: 2, replacesExisting: true, isDurable: round % 2 == 0)
      while true {
        try encryptor.encrypt(plain, to: sealed, options: options)
        try decryptor.decrypt(sealed, to: .path(path + "/back"), options: options)
      }
    }
    let decryptor = try FileDecryptor(key: SymmetricKey(data: Self.key), context: [])
    #expect(try folder.bytes(of: "plain") == plaintext)
    for name in try folder.names() where name != "plain" {
      let bytes = try folder.bytes(of: name)
      switch name {
      case "sealed": #expect(try decryptor.decrypt(bytes) == plaintext)
      case "back": #expect(bytes == plaintext)
      default:
        // While a file is replaced, the finished new one has a second name for a moment.
        #expect(name.hasPrefix(".omamori-") && name.hasSuffix(".tmp"))
        #expect(try bytes == plaintext || decryptor.decrypt(bytes) == plaintext)
      }
    }
  }
}
