@_spi(Testing) import OmamoriCore
import OmamoriCrypto
import Testing

/// Every truncation and every flipped bit of a key or a signature is refused, or read as something that is
/// valid.
@Suite struct HostileKeyTests {
  static let p256 = P256.Signing.PrivateKey()
  static let ed25519 = Curve25519.Signing.PrivateKey()

  @Test func privateKeyOfACurve() throws {
    try hostile(Array(Self.p256.derRepresentation)) {
      Array(try P256.Signing.PrivateKey(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func publicKeyOfACurve() throws {
    try hostile(Array(Self.p256.publicKey.derRepresentation)) {
      Array(try P256.Signing.PublicKey(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func ecdsaSignature() throws {
    try hostile(Array(Self.p256.signature(for: [UInt8]()).derRepresentation)) {
      Array(try P256.Signing.ECDSASignature(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func privateKeyOfEd25519() throws {
    try hostile(Array(Self.ed25519.derRepresentation)) {
      Array(try Curve25519.Signing.PrivateKey(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func publicKeyOfX25519() throws {
    let key = Curve25519.KeyAgreement.PrivateKey().publicKey
    try hostile(Array(key.derRepresentation)) {
      Array(try Curve25519.KeyAgreement.PublicKey(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func publicKeyOfRSA() throws {
    let key = try RSA.Signing.PrivateKey(keySizeInBits: 2048).publicKey
    try hostile(Array(key.derRepresentation)) {
      Array(try RSA.Signing.PublicKey(derRepresentation: $0).derRepresentation)
    }
  }

  @Test func privateKeyOfRSA() throws {
    let key = try RSA.Signing.PrivateKey(keySizeInBits: 2048)
    var accepted = 0
    for (index, bytes) in Self.mutations(Array(key.derRepresentation)).enumerated() where index % 7 == 0 {
      do {
        _ = try RSA.Signing.PrivateKey(derRepresentation: bytes)
        accepted += 1
      } catch {
        #expect(LeakProbe().leaks(in: error).isEmpty)
      }
    }
    // A change of one of the eight numbers breaks the relation to the others.
    #expect(accepted == 0)
  }

  @Test func textOfAKey() throws {
    let text = Array(Self.p256.pemRepresentation.utf8)
    try hostile(text) { bytes in
      let key = try P256.Signing.PrivateKey(pemRepresentation: String(decoding: bytes, as: UTF8.self))
      return Array(key.pemRepresentation.utf8)
    }
  }

  /// Reads every mutation; what is accepted must be written again as the same bytes, so that there is one
  /// encoding only.
  private func hostile(_ whole: [UInt8], read: ([UInt8]) throws -> [UInt8]) throws {
    #expect(try read(whole) == whole)
    for bytes in Self.mutations(whole) {
      do {
        #expect(try read(bytes) == bytes)
        #expect(bytes.count == whole.count)
      } catch {
        let shown = "\(error)"
        #expect(shown.utf8.count < 100)
      }
    }
  }

  private static func mutations(_ whole: [UInt8]) -> [[UInt8]] {
    var all = whole.indices.map { Array(whole[..<$0]) }
    all += [whole + [0], whole + whole, [0] + whole]
    for index in whole.indices {
      for bit in 0..<8 {
        var changed = whole
        changed[index] ^= 1 << UInt8(bit)
        all.append(changed)
      }
    }
    return all
  }
}
