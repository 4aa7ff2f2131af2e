import Foundation
import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

@Suite struct XAES256GCMTests {
  private static let nonce = Array("ABCDEFGHIJKLMNOPQRSTUVWX".utf8)
  private static func key(_ byte: UInt8) -> SymmetricKey {
    SymmetricKey(data: [UInt8](repeating: byte, count: 32))
  }

  /// The vectors of the specification; the first has a doubled block without a carry, the second one with it.
  @Test(arguments: [
    (
      UInt8(1), "", "c8612c9ed53fe43e8e005b828a1631a0bbcb6ab2f46514ec4f439fcfd0fa969b",
      "ce546ef63c9cc60765923609b33a9a1974e96e52daf2fcf7075e2271"
    ),
    (
      UInt8(3), "c2sp.org/XAES-256-GCM", "e9c621d4cdd9b11b00a6427ad7e559aeedd66b3857646677748f8ca796cb3fd8",
      "986ec1832593df5443a179437fd083bf3fdb41abd740a21f71eb769d"
    ),
  ])
  func givesTheVectorsOfTheSpecification(_ byte: UInt8, _ data: String, _ derived: String, _ sealed: String)
    throws
  {
    let key = try XAESKey(Self.key(byte))
    #expect(try key.derived(for: Self.nonce[..<12]) == SymmetricKey(data: hex(derived)))
    let combined = try XAES256GCM.seal(
      Data("XAES-256-GCM".utf8), using: key, nonce: Self.nonce, authenticating: Data(data.utf8))
    #expect(Array(combined.dropFirst(24)) == hex(sealed))
    let opened = try XAES256GCM.open(combined, using: key, authenticating: Data(data.utf8))
    #expect(opened == Data("XAES-256-GCM".utf8))
  }

  /// The specification's accumulated vectors: random messages from SHAKE128, their ciphertexts hashed with it.
  @Test func givesTheAccumulatedVector() throws {
    let isDeep = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] != nil
    let rounds = isDeep ? 1_000_000 : 10_000
    let expected =
      isDeep
      ? "2163ae1445985a30b60585ee67daa55674df06901b890593e824b8a7c885ab15"
      : "e6b9edf2df6cec60c8cbd864e2211b597fb69a529160cd040d56c0c210081939"
    // 312 bytes a round on average; the sum of so many is never 320 times as much.
    let stream = try Self.stream(count: rounds * 320)
    var place = 0
    func next(_ count: Int) throws -> Data {
      let end = place + count
      try #require(end <= stream.count)
      defer { place = end }
      return stream[place..<end]
    }
    var hash = try ExtendableOutput()
    try hash.begin(.shake128)
    for _ in 0..<rounds {
      let key = try XAESKey(SymmetricKey(data: try next(32)))
      let nonce = Array(try next(24))
      let plaintext = try next(Int(try next(1).first ?? 0))
      let data = try next(Int(try next(1).first ?? 0))
      let combined = try XAES256GCM.seal(plaintext, using: key, nonce: nonce, authenticating: data)
      try hash.absorb(Array(combined.dropFirst(24)))
    }
    let digest = try SecretBytes(count: 32) { bytes throws(CryptoError) in try hash.squeeze(into: &bytes) }
    #expect(SharedSecretBytes(digest) == SharedSecretBytes(SecretBytes(copying: hex(expected))))
  }

  private static func stream(count: Int) throws -> Data {
    var random = try ExtendableOutput()
    try random.begin(.shake128)
    var bytes = Data(count: count)
    var span = bytes.mutableSpan
    var raw = unsafe span.mutableBytes  // because every pattern of bits is a UInt8
    try random.squeeze(into: &raw)
    return bytes
  }

  @Test(arguments: [0, 1, 15, 16, 17, 255, 4096])
  func opensWhatItSealedAndNothingElse(_ count: Int) throws {
    let (message, data) = (Data(repeating: 0x5A, count: count), Data("context".utf8))
    let combined = try XAES256GCM.seal(message, using: Self.key(7), authenticating: data)
    #expect(combined.count == count + XAES256GCM.overhead)
    #expect(try XAES256GCM.open(combined, using: Self.key(7), authenticating: data) == message)
    #expect(throws: CryptoError.authenticationFailed) {
      try XAES256GCM.open(combined, using: Self.key(8), authenticating: data)
    }
    #expect(throws: CryptoError.authenticationFailed) {
      try XAES256GCM.open(combined, using: Self.key(7), authenticating: Data("contexT".utf8))
    }
    for cut in 0..<min(combined.count, 80) {
      #expect(throws: CryptoError.authenticationFailed) {
        try XAES256GCM.open(combined.prefix(cut), using: Self.key(7), authenticating: data)
      }
    }
  }

  @Test func opensASliceOfOtherData() throws {
    let combined = try XAES256GCM.seal(Data("message".utf8), using: Self.key(7), authenticating: Data())
    let slice = (Data([1, 2, 3]) + combined).dropFirst(3)
    #expect(try XAES256GCM.open(slice, using: Self.key(7), authenticating: Data()) == Data("message".utf8))
  }

  @Test(arguments: [0, 16, 31, 33]) func refusesKeysOfAnotherLength(_ count: Int) {
    let key = SymmetricKey(data: [UInt8](repeating: 1, count: count))
    #expect(throws: CryptoError.outOfRange(lower: 256, upper: 256)) {
      try XAES256GCM.seal(Data(), using: key, authenticating: Data())
    }
  }
}
