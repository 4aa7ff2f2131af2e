import Foundation
import OmamoriCrypto
import Testing

@Suite(.enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS has no Wycheproof files"))
struct RSAWycheproofTests {
  static let coverage = WycheproofCoverage(
    .init("rsa_signature_2048_sha256_test", run: 259),
    .init("rsa_signature_2048_sha384_test", run: 258),
    .init("rsa_signature_2048_sha512_test", run: 259),
    .init("rsa_signature_3072_sha256_test", run: 259),
    .init("rsa_signature_3072_sha384_test", run: 259),
    .init("rsa_signature_3072_sha512_test", run: 260),
    .init("rsa_signature_4096_sha256_test", run: 258),
    .init("rsa_signature_4096_sha384_test", run: 259),
    .init("rsa_signature_4096_sha512_test", run: 259),
    .init("rsa_signature_8192_sha256_test", run: 258),
    .init("rsa_signature_8192_sha384_test", run: 259),
    .init("rsa_signature_8192_sha512_test", run: 259),
    .init("rsa_pss_2048_sha1_mgf1_20_params_test", run: 88),
    .init("rsa_pss_2048_sha1_mgf1_20_test", run: 88),
    .init("rsa_pss_2048_sha256_mgf1_0_params_test", run: 103),
    .init("rsa_pss_2048_sha256_mgf1_0_test", run: 103),
    .init("rsa_pss_2048_sha256_mgf1_32_params_test", run: 108),
    .init("rsa_pss_2048_sha256_mgf1_32_test", run: 108),
    .init("rsa_pss_2048_sha256_mgf1sha1_20_test", run: 108),
    .init("rsa_pss_2048_sha384_mgf1_48_test", run: 141),
    .init("rsa_pss_2048_sha512_mgf1sha256_32_params_test", run: 178),
    .init("rsa_pss_3072_sha256_mgf1_32_params_test", run: 108),
    .init("rsa_pss_3072_sha256_mgf1_32_test", run: 108),
    .init("rsa_pss_4096_sha256_mgf1_32_test", run: 108),
    .init("rsa_pss_4096_sha384_mgf1_48_test", run: 141),
    .init("rsa_pss_4096_sha512_mgf1_32_params_test", run: 177),
    .init("rsa_pss_4096_sha512_mgf1_32_test", run: 177),
    .init("rsa_pss_4096_sha512_mgf1_64_params_test", run: 179),
    .init("rsa_pss_4096_sha512_mgf1_64_test", run: 179),
    .init("rsa_pss_misc_params_test", run: 150),
    .init("rsa_pss_misc_test", run: 150),
    .init("rsa_pkcs1_1024_sig_gen_test", run: 33),
    .init("rsa_pkcs1_1536_sig_gen_test", run: 32),
    .init("rsa_pkcs1_2048_sig_gen_test", run: 43),
    .init("rsa_pkcs1_3072_sig_gen_test", run: 26),
    .init("rsa_pkcs1_4096_sig_gen_test", run: 24),
    .init("rsa_oaep_2048_sha1_mgf1sha1_test", run: 36),
    .init("rsa_oaep_2048_sha224_mgf1sha1_test", run: 31),
    .init("rsa_oaep_2048_sha224_mgf1sha224_test", run: 35),
    .init("rsa_oaep_2048_sha256_mgf1sha1_test", run: 31),
    .init("rsa_oaep_2048_sha256_mgf1sha256_test", run: 37),
    .init("rsa_oaep_2048_sha384_mgf1sha1_test", run: 31),
    .init("rsa_oaep_2048_sha384_mgf1sha384_test", run: 34),
    .init("rsa_oaep_2048_sha512_224_mgf1sha1_test", run: 32),
    .init("rsa_oaep_2048_sha512_224_mgf1sha512_224_test", run: 35),
    .init("rsa_oaep_2048_sha512_mgf1sha1_test", run: 31),
    .init("rsa_oaep_2048_sha512_mgf1sha512_test", run: 33),
    .init("rsa_oaep_3072_sha256_mgf1sha1_test", run: 32),
    .init("rsa_oaep_3072_sha256_mgf1sha256_test", run: 37),
    .init("rsa_oaep_3072_sha512_256_mgf1sha1_test", run: 31),
    .init("rsa_oaep_3072_sha512_256_mgf1sha512_256_test", run: 37),
    .init("rsa_oaep_3072_sha512_mgf1sha1_test", run: 31),
    .init("rsa_oaep_3072_sha512_mgf1sha512_test", run: 33),
    .init("rsa_oaep_4096_sha256_mgf1sha1_test", run: 32),
    .init("rsa_oaep_4096_sha256_mgf1sha256_test", run: 37),
    .init("rsa_oaep_4096_sha512_mgf1sha1_test", run: 31),
    .init("rsa_oaep_4096_sha512_mgf1sha512_test", run: 36),
    .init("rsa_oaep_misc_test", run: 275, skipped: 120),
    .init("rsa_pkcs1_2048_test", run: 0, skipped: 67),
    .init("rsa_pkcs1_3072_test", run: 0, skipped: 67),
    .init("rsa_pkcs1_4096_test", run: 0, skipped: 67)
  )

  private static func files(_ beginning: String) -> [String] {
    coverage.entries.map(\.file).filter { $0.hasPrefix(beginning) }
  }

  @Test(arguments: Self.files("rsa_signature_")) func verifyPKCS1(file: String) throws {
    try Self.coverage.check(file) { group, test in
      let key = try RSA.Signing.PublicKey(pemRepresentation: group.text("publicKeyPem"))
      let same = try RSA.Signing.PublicKey(derRepresentation: group.bytes("publicKeyAsn"))
      guard key.n == same.n, try Array(key.derRepresentation) == group.bytes("publicKeyDer") else {
        return .rejected
      }
      let signature = RSA.Signing.RSASignature(rawRepresentation: try test.bytes("sig"))
      return WycheproofAnswer(
        key.isValidSignature(
          signature, for: try test.bytes("msg"), hash: try RSA.Hash(named: group.text("sha")),
          padding: .insecurePKCS1v1_5))
    }
  }

  @Test(arguments: Self.files("rsa_pss_")) func verifyPSS(file: String) throws {
    try Self.coverage.check(file) { group, test in
      // The parameters in a key's AlgorithmIdentifier are not read: the caller says which ones it accepts.
      let key = try RSA.Signing.PublicKey(derRepresentation: group.bytes("publicKeyAsn"))
      let signature = RSA.Signing.RSASignature(rawRepresentation: try test.bytes("sig"))
      let mask = try RSA.Hash(named: group.text("mgfSha"))
      return WycheproofAnswer(
        key.isValidSignature(
          signature, for: try test.bytes("msg"), hash: try RSA.Hash(named: group.text("sha")),
          padding: .PSS(mask: mask, saltByteCount: try group.integer("sLen"))))
    }
  }

  @Test(arguments: Self.files("rsa_pkcs1_").filter { $0.contains("sig_gen") }) func signPKCS1(file: String)
    throws
  {
    try Self.coverage.check(file) { group, test in
      let (message, hash) = (try test.bytes("msg"), try RSA.Hash(named: group.text("sha")))
      let signature = RSA.Signing.RSASignature(rawRepresentation: try test.bytes("sig"))
      guard try group.integer("keySize") >= RSA.keySizes.lowerBound else {
        // Smaller keys only verify.
        let key = try RSA.Signing.PublicKey(unsafePEMRepresentation: group.text("keyPem"))
        return WycheproofAnswer(
          key.isValidSignature(signature, for: message, hash: hash, padding: .insecurePKCS1v1_5))
      }
      let key = try RSA.Signing.PrivateKey(pemRepresentation: group.text("privateKeyPem"))
      guard try Array(key.derRepresentation) == group.bytes("privateKeyPkcs8") else { return .rejected }
      return WycheproofAnswer(
        try key.signature(for: message, hash: hash, padding: .insecurePKCS1v1_5) == signature)
    }
  }

  @Test(arguments: Self.files("rsa_oaep_")) func decryptOAEP(file: String) throws {
    try Self.coverage.check(file) { group, test in
      guard try group.integer("keySize") >= RSA.keySizes.lowerBound else {
        return .skip("private keys below 2048 bits are not read")
      }
      let key = try RSA.Encryption.PrivateKey(derRepresentation: group.bytes("privateKeyPkcs8"))
      let padding = RSA.Encryption.Padding.OAEP(
        try RSA.Hash(named: group.text("sha")), mask: try RSA.Hash(named: group.text("mgfSha")),
        label: try test.bytes("label"))
      let message = try test.bytes("msg")
      guard try Array(key.decrypt(test.bytes("ct"), padding: padding)) == message else { return .rejected }
      let again = try key.decrypt(key.publicKey.encrypt(message, padding: padding), padding: padding)
      return WycheproofAnswer(Array(again) == message)
    }
  }

  @Test(arguments: Self.files("rsa_pkcs1_").filter { !$0.contains("sig_gen") }) func decryptPKCS1(
    file: String
  ) throws {
    try Self.coverage.check(file) { _, _ in .skip("no PKCS #1 v1.5 decryption by design") }
  }
}

extension RSA.Hash {
  /// The hash function that the files call by this name.
  fileprivate init(named name: String) throws {
    let names: [String: RSA.Hash] = [
      "SHA-1": .sha1, "SHA-224": .sha224, "SHA-256": .sha256, "SHA-384": .sha384, "SHA-512": .sha512,
      "SHA-512/224": .sha512_224, "SHA-512/256": .sha512_256,
    ]
    guard let hash = names[name] else { throw WycheproofFields.Fault(member: name) }
    self = hash
  }
}
