import OmamoriCore
import Testing

@testable import OmamoriCrypto
@testable import OmamoriOpenSSL

/// The doors for tokens say what the doors of CryptoKit say.
@Suite struct SignatureVerifyingTests {
  private let message = Array("message".utf8)

  private func bytes(_ signature: some Sequence<UInt8>) -> [UInt8] { Array(signature) }

  @Test func curves() throws {
    let (p256, p384, p521) = (P256.Signing.PrivateKey(), P384.Signing.PrivateKey(), P521.Signing.PrivateKey())
    for _ in 0..<50 {
      let (first, second) = (
        bytes(try p256.signature(for: message).rawRepresentation),
        bytes(try p384.signature(for: message).rawRepresentation)
      )
      let third = bytes(try p521.signature(for: message).rawRepresentation)
      unsafe #expect(p256.publicKey.isValid(first.byteSpan.bytes, for: message.byteSpan.bytes))
      unsafe #expect(p384.publicKey.isValid(second.byteSpan.bytes, for: message.byteSpan.bytes))
      unsafe #expect(p521.publicKey.isValid(third.byteSpan.bytes, for: message.byteSpan.bytes))
      unsafe #expect(!p256.publicKey.isValid(second.byteSpan.bytes, for: message.byteSpan.bytes))
      unsafe #expect(!p256.publicKey.isValid(first.byteSpan.bytes, for: third.byteSpan.bytes))
    }
    let empty: [UInt8] = []
    unsafe #expect(!p256.publicKey.isValid(empty.byteSpan.bytes, for: message.byteSpan.bytes))
  }

  @Test func edwards() throws {
    let key = Curve25519.Signing.PrivateKey()
    let signature = bytes(try key.signature(for: message))
    unsafe #expect(key.publicKey.isValid(signature.byteSpan.bytes, for: message.byteSpan.bytes))
    unsafe #expect(!key.publicKey.isValid(signature.byteSpan.bytes, for: signature.byteSpan.bytes))
  }

  @Test func rsa() async throws {
    let key = try RSA.Signing.PrivateKey(keySizeInBits: 2048)
    for padding in [RSA.Signing.Padding.PSS, .insecurePKCS1v1_5] {
      let signature = bytes(try key.signature(for: message, padding: padding).rawRepresentation)
      // Several threads at once, each with a context and a key of its own.
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<4 {
          group.addTask {
            (0..<50).allSatisfy { _ in
              unsafe key.publicKey.isValid(
                signature.byteSpan.bytes, for: message.byteSpan.bytes, hash: .sha256, padding: padding)
            }
          }
        }
        for await isValid in group { #expect(isValid) }
      }
      let short = Array(signature.dropLast())
      unsafe #expect(
        !key.publicKey.isValid(
          short.byteSpan.bytes, for: message.byteSpan.bytes, hash: .sha256, padding: padding))
      unsafe #expect(
        !key.publicKey.isValid(
          signature.byteSpan.bytes, for: message.byteSpan.bytes, hash: .sha384, padding: padding))
    }
  }

  @Test(arguments: [32, 48, 64]) func codes(_ size: Int) throws {
    let key = SymmetricKey(size: .bits256)
    let states = try #require(KeyedHashStates(digestSize: size, key: key))
    let code: [UInt8] =
      switch size {
      case 32: bytes(HMAC<SHA256>.authenticationCode(for: message, using: key))
      case 48: bytes(HMAC<SHA384>.authenticationCode(for: message, using: key))
      default: bytes(HMAC<SHA512>.authenticationCode(for: message, using: key))
      }
    for _ in 0..<3 {
      unsafe #expect(states.isValid(code.byteSpan.bytes, for: message.byteSpan.bytes))
      let (short, other) = (Array(code.dropLast()), code.map { $0 ^ 1 })
      unsafe #expect(!states.isValid(short.byteSpan.bytes, for: message.byteSpan.bytes))
      unsafe #expect(!states.isValid(other.byteSpan.bytes, for: message.byteSpan.bytes))
    }
    #expect(KeyedHashStates(digestSize: 33, key: key) == nil)
  }

  /// The structure without an allocation is the one that the writer makes.
  @Test func derOfIntegers() throws {
    let values: [[UInt8]] = [
      [0], [1], [0x7F], [0x80], [0xFF, 0xFF], [0x80, 0], Array(repeating: 0xFF, count: 32),
      Array(repeating: 0x7F, count: 32),
    ]
    for (curve, size) in [(PublicKeyCurve.p256, 32), (.p384, 48), (.p521, 66)] {
      for r in values {
        for s in values + [Array(repeating: 0xFF, count: size)] {
          let raw =
            [UInt8](repeating: 0, count: size - r.count) + r + [UInt8](repeating: 0, count: size - s.count)
            + s
          var buffer = [UInt8](repeating: 0, count: SignatureDER.capacity)
          let count = unsafe buffer.withUnsafeMutableBytes {
            unsafe SignatureDER.write(raw.byteSpan.bytes, size, to: $0)
          }
          #expect(Array(buffer.prefix(count)) == (try SignatureIntegers(raw: raw, curve).der))
        }
      }
    }
  }
}
