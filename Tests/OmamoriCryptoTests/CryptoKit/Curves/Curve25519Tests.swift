import OmamoriCore
import OmamoriCrypto
import Testing

@Suite struct Curve25519Tests {
  @Test func `X25519 agrees with RFC 7748, section 6_1`() throws {
    let alice = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
    let bob = try Curve25519.KeyAgreement.PrivateKey(
      rawRepresentation: hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
    #expect(
      Array(alice.publicKey.rawRepresentation)
        == hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
    #expect(
      Array(bob.publicKey.rawRepresentation)
        == hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
    let shared = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
    #expect(shared == hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e33 76f09b3c1e161742"))
    #expect(try shared == bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
    #expect("\(shared)\(String(reflecting: shared))" == "<redacted><redacted>")
  }

  // The points whose multiples by eight are zero, so that every agreement gives zero (RFC 7748, section 6.1).
  @Test(arguments: [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  ])
  func `A peer of small order is refused`(point: String) throws {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: hex(point))
    #expect(throws: CryptoKitError.self) { try key.sharedSecretFromKeyAgreement(with: peer) }
  }

  // RFC 8032, section 7.1, tests 1 to 3: seed, public key, message, signature.
  @Test(arguments: [
    [
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ],
    [
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ],
    [
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ],
  ])
  func `Ed25519 agrees with RFC 8032, section 7_1`(vector: [String]) throws {
    let bytes = vector.map(hex)
    let key = try Curve25519.Signing.PrivateKey(rawRepresentation: bytes[0])
    #expect(Array(key.publicKey.rawRepresentation) == bytes[1])
    #expect(Array(key.rawRepresentation) == bytes[0])
    #expect(try Array(key.signature(for: bytes[2])) == bytes[3])
    let publicKey = try Curve25519.Signing.PublicKey(rawRepresentation: bytes[1])
    #expect(publicKey.isValidSignature(bytes[3], for: bytes[2]))
    #expect(!publicKey.isValidSignature(bytes[3], for: bytes[2] + [0]))
    #expect(!publicKey.isValidSignature(bytes[3].dropLast(), for: bytes[2]))
    #expect(!publicKey.isValidSignature([UInt8](), for: bytes[2]))
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `Keys of another size are refused`(count: Int) {
    let bytes = [UInt8](repeating: 9, count: count)
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try Curve25519.Signing.PrivateKey(rawRepresentation: bytes)
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try Curve25519.Signing.PublicKey(rawRepresentation: bytes)
    }
  }

  @Test func `Random keys differ and agree, in many threads at once`() async throws {
    let key = Curve25519.KeyAgreement.PrivateKey()
    let signer = Curve25519.Signing.PrivateKey()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<32 {
        group.addTask {
          let other = Curve25519.KeyAgreement.PrivateKey()
          let agreed = try key.sharedSecretFromKeyAgreement(with: other.publicKey)
          let signature = try signer.signature(for: [UInt8(index)])
          return try agreed == other.sharedSecretFromKeyAgreement(with: key.publicKey)
            && other.rawRepresentation != key.rawRepresentation
            && signer.publicKey.isValidSignature(signature, for: [UInt8(index)])
        }
      }
      for try await outcome in group { #expect(outcome) }
    }
  }
}
