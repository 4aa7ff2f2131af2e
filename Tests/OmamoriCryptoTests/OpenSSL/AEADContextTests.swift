import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

@Suite struct AEADContextTests {
  static let algorithms: [AEADAlgorithm] = [.aes128GCM, .aes192GCM, .aes256GCM, .chaCha20Poly1305]
  let message = Array(0..<200 as Range<UInt8>)
  let nonce = [UInt8](repeating: 9, count: 12)

  func context(
    _ algorithm: AEADAlgorithm,
    _ direction: AEADContext.Direction,
    largestPiece: Int = AEADContext.largestPiece
  ) throws -> AEADContext {
    let key = [UInt8](repeating: 5, count: algorithm.keyByteCount)
    return try unsafe AEADContext(
      algorithm, key: key.byteSpan.bytes, direction: direction, largestPiece: largestPiece)
  }

  func seal(_ context: borrowing AEADContext) throws -> [UInt8] {
    var output = [UInt8](repeating: 0, count: message.count + 16)[...]
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    try unsafe context.seal(
      message.byteSpan.bytes, nonce: nonce.byteSpan.bytes, authenticating: nonce.byteSpan.bytes, into: &bytes)
    return Array(output)
  }

  /// The output after opening, whether that worked or not.
  func open(_ sealed: [UInt8], _ context: borrowing AEADContext) -> (isOpen: Bool, output: [UInt8]) {
    var output = [UInt8](repeating: 0xEE, count: sealed.count - 16)[...]
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    do {
      try unsafe context.open(
        sealed.byteSpan.bytes, nonce: nonce.byteSpan.bytes, authenticating: nonce.byteSpan.bytes, into: &bytes
      )
    } catch {
      return (false, Array(output))
    }
    return (true, Array(output))
  }

  @Test(arguments: algorithms) func nothingIsLeftOfAMessageThatIsNotAuthentic(_ algorithm: AEADAlgorithm)
    throws
  {
    let sealed = try seal(context(algorithm, .seal))
    for index in [0, 100, 199, 200, 215] {
      var changed = sealed
      changed[index] ^= 1
      let result = open(changed, try context(algorithm, .open))
      #expect(!result.isOpen)
      #expect(result.output == [UInt8](repeating: 0, count: 200))
    }
    let result = open(sealed, try context(algorithm, .open))
    #expect(result.isOpen)
    #expect(result.output == message)
  }

  @Test(arguments: algorithms) func piecesDoNotChangeTheResult(_ algorithm: AEADAlgorithm) throws {
    let sealed = try seal(context(algorithm, .seal))
    for size in [1, 7, 16, 64, 199] {
      #expect(try seal(context(algorithm, .seal, largestPiece: size)) == sealed)
      #expect(open(sealed, try context(algorithm, .open, largestPiece: size)).output == message)
    }
  }

  @Test func aContextServesManyMessages() throws {
    let context = try context(.aes256GCM, .seal)
    let first = try seal(context)
    #expect(try seal(context) == first)
  }

  @Test func wrongLengthsAreRefused() throws {
    let context = try context(.aes256GCM, .seal)
    var output = [UInt8](repeating: 0, count: 215)[...]
    var span = output.mutableSpan
    var bytes = unsafe span.mutableBytes
    #expect(throws: CryptoError.outOfRange(lower: 0, upper: AEADAlgorithm.largestMessage)) {
      try unsafe context.seal(
        message.byteSpan.bytes, nonce: nonce.byteSpan.bytes, authenticating: RawSpan(), into: &bytes)
    }
  }
}
