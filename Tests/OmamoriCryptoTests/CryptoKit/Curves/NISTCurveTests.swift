import OmamoriCore
import OmamoriCrypto
import Testing

/// The laws that hold on each of the three curves, written once.
@Suite struct NISTCurveTests {
  @Test func p256() throws {
    try signingLaws(P256.Signing.PrivateKey.self)
    try agreementLaws(P256.KeyAgreement.PrivateKey.self)
  }

  @Test func p384() throws {
    try signingLaws(P384.Signing.PrivateKey.self)
    try agreementLaws(P384.KeyAgreement.PrivateKey.self)
  }

  @Test func p521() throws {
    try signingLaws(P521.Signing.PrivateKey.self)
    try agreementLaws(P521.KeyAgreement.PrivateKey.self)
  }

  private func signingLaws<Key: NISTSigningKey>(_ type: Key.Type) throws {
    let key = Key()
    let message = Array("message".utf8)
    let signature = try key.signature(for: message)
    #expect(key.publicKey.isValidSignature(signature, for: message))
    #expect(!key.publicKey.isValidSignature(signature, for: message + [0]))
    #expect(!Key().publicKey.isValidSignature(signature, for: message))
    let other = try key.signature(for: message)
    #expect(other.rawRepresentation != signature.rawRepresentation)
    // A message is its digest.
    let digest = Key.PublicKey.Curve.MessageHash.hash(data: message)
    #expect(key.publicKey.isValidSignature(signature, for: digest))
    #expect(try key.publicKey.isValidSignature(key.signature(for: digest), for: message))
    #expect(
      try key.publicKey.isValidSignature(
        key.signature(for: SHA512.hash(data: message)), for: SHA512.hash(data: message)))

    let size = Key.PublicKey.Curve.domain.coordinateByteCount
    #expect(signature.rawRepresentation.count == 2 * size)
    let fromRaw = try Key.PublicKey.Signature(rawRepresentation: signature.rawRepresentation)
    let fromDER = try Key.PublicKey.Signature(derRepresentation: signature.derRepresentation)
    #expect(fromRaw.derRepresentation == signature.derRepresentation)
    #expect(fromDER.rawRepresentation == signature.rawRepresentation)
    #expect(throws: CryptoKitError.incorrectParameterSize) {
      try Key.PublicKey.Signature(rawRepresentation: signature.rawRepresentation.dropLast())
    }
    let zero = try Key.PublicKey.Signature(rawRepresentation: [UInt8](repeating: 0, count: 2 * size))
    #expect(!key.publicKey.isValidSignature(zero, for: message))
    let full = try Key.PublicKey.Signature(rawRepresentation: [UInt8](repeating: 255, count: 2 * size))
    #expect(!key.publicKey.isValidSignature(full, for: message))
    try representationLaws(key)
  }

  private func agreementLaws<Key: NISTAgreementKey>(_ type: Key.Type) throws {
    let (alice, bob) = (Key(compactRepresentable: false), Key(compactRepresentable: false))
    let secret = try alice.sharedSecretFromKeyAgreement(with: bob.publicKey)
    #expect(try secret == bob.sharedSecretFromKeyAgreement(with: alice.publicKey))
    let count = unsafe secret.withUnsafeBytes { $0.count }  // because only the size is read
    #expect(count == Key.PublicKey.Curve.domain.coordinateByteCount)
    try representationLaws(alice)
  }

  private func representationLaws<Key: NISTPrivateKey>(_ key: Key) throws {
    let raw = key.rawRepresentation
    #expect(try Key(rawRepresentation: raw).rawRepresentation == raw)
    #expect(try Key(x963Representation: key.x963Representation).rawRepresentation == raw)
    #expect(try Key(derRepresentation: key.derRepresentation).rawRepresentation == raw)
    #expect(try Key(pemRepresentation: key.pemRepresentation).rawRepresentation == raw)
    #expect(try Key(pemRepresentation: key.pemRepresentation + "\n").rawRepresentation == raw)
    #expect(!"\(key)".contains(raw.base64EncodedString()))

    typealias PublicKey = Key.PublicKey
    let publicKey = key.publicKey
    let x963 = publicKey.x963Representation
    #expect(try PublicKey(rawRepresentation: publicKey.rawRepresentation).x963Representation == x963)
    #expect(try PublicKey(x963Representation: x963).x963Representation == x963)
    #expect(
      try PublicKey(compressedRepresentation: publicKey.compressedRepresentation).x963Representation == x963)
    #expect(try PublicKey(derRepresentation: publicKey.derRepresentation).x963Representation == x963)
    #expect(try PublicKey(pemRepresentation: publicKey.pemRepresentation).x963Representation == x963)
    if let compact = publicKey.compactRepresentation {
      #expect(try PublicKey(compactRepresentation: compact).x963Representation == x963)
    }
  }

  @Test func `Keys are compact unless that is not asked for`() {
    for _ in 0..<8 { #expect(P256.Signing.PrivateKey().publicKey.compactRepresentation != nil) }
    let free = (0..<64).map { _ in
      P256.Signing.PrivateKey(compactRepresentable: false).publicKey.compactRepresentation
    }
    #expect(free.contains(nil))
  }

  // SEC 2 and FIPS 186-5: the order of P-256, one less and one more.
  @Test func `Scalars out of range are refused`() throws {
    let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    var less = order
    less[31] -= 1
    var more = order
    more[31] += 1
    #expect(throws: Never.self) { try P256.Signing.PrivateKey(rawRepresentation: less) }
    for scalar in [order, more, [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32)] {
      #expect(throws: CryptoKitError.self) { try P256.Signing.PrivateKey(rawRepresentation: scalar) }
    }
    #expect(throws: CryptoKitError.incorrectKeySize) {
      try P256.Signing.PrivateKey(rawRepresentation: less.dropLast())
    }
    // One more than the order minus one times the base point: the point of the scalar 1 with the other y.
    let one = [UInt8](repeating: 0, count: 31) + [1]
    let base = try P256.Signing.PrivateKey(rawRepresentation: one).publicKey.rawRepresentation
    let opposite = try P256.Signing.PrivateKey(rawRepresentation: less).publicKey.rawRepresentation
    #expect(base.prefix(32) == opposite.prefix(32) && base != opposite)
  }

  @Test func `Points off the curve are refused in every form`() throws {
    var x963 = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
    x963[64] ^= 1
    #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(x963Representation: x963) }
    #expect(throws: CryptoKitError.self) {
      try P256.KeyAgreement.PublicKey(rawRepresentation: x963.dropFirst())
    }
    let prefix = hex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
    #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(derRepresentation: prefix + x963) }
    // Half of all x coordinates belong to no point; the point at infinity and hybrid points are no keys.
    var refused = 0
    for last in UInt8(0)..<64 {
      let x = [UInt8](repeating: 1, count: 31) + [last]
      do { _ = try P256.KeyAgreement.PublicKey(compactRepresentation: x) } catch { refused += 1 }
    }
    #expect(10...54 ~= refused)
    #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(x963Representation: [0]) }
    let zero = [UInt8](repeating: 0, count: 64)
    #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(rawRepresentation: zero) }
    var hybrid = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
    hybrid[0] = 6 | (hybrid[64] & 1)
    #expect(throws: CryptoKitError.self) { try P256.KeyAgreement.PublicKey(x963Representation: hybrid) }
  }

  @Test func `Keys of another curve are refused`() throws {
    let key = P384.Signing.PrivateKey()
    #expect(throws: CryptoKitASN1Error.invalidObjectIdentifier) {
      try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation)
    }
    #expect(throws: CryptoKitASN1Error.invalidObjectIdentifier) {
      try P256.Signing.PublicKey(derRepresentation: key.publicKey.derRepresentation)
    }
  }

  @Test func `A public key that does not belong to the private one is refused`() throws {
    let (key, other) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
    #expect(throws: CryptoKitError.self) {
      try P256.Signing.PrivateKey(
        x963Representation: other.publicKey.x963Representation + key.rawRepresentation)
    }
    var der = Array(key.derRepresentation)
    der.replaceSubrange((der.count - 64)..., with: other.publicKey.rawRepresentation)
    #expect(throws: CryptoKitASN1Error.invalidASN1Object) {
      try P256.Signing.PrivateKey(derRepresentation: der)
    }
  }

  @Test func `One key signs and agrees in many threads at once`() async throws {
    let signer = P256.Signing.PrivateKey()
    let key = P256.KeyAgreement.PrivateKey()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<32 {
        group.addTask {
          let other = P256.KeyAgreement.PrivateKey()
          let signature = try signer.signature(for: [UInt8(index)])
          return try signer.publicKey.isValidSignature(signature, for: [UInt8(index)])
            && key.sharedSecretFromKeyAgreement(with: other.publicKey)
              == other.sharedSecretFromKeyAgreement(with: key.publicKey)
        }
      }
      for try await outcome in group { #expect(outcome) }
    }
  }
}
