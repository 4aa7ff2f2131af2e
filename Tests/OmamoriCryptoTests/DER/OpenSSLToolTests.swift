import Foundation
import OmamoriCrypto
import Testing

/// Keys and signatures both ways between this module and the `openssl` program.
@Suite(.enabled(if: OpenSSLTool.isAvailable, "there is no openssl program"))
struct OpenSSLToolTests {
  private let message = Data("message".utf8)

  @Test func p256() throws { try exchange(P256.Signing.PrivateKey.self, "P-256", "-sha256") }
  @Test func p384() throws { try exchange(P384.Signing.PrivateKey.self, "P-384", "-sha384") }
  @Test func p521() throws { try exchange(P521.Signing.PrivateKey.self, "P-521", "-sha512") }

  private func exchange<Key: NISTSigningKey>(_ type: Key.Type, _ curve: String, _ hash: String) throws {
    let tool = try OpenSSLTool()
    let data = try tool.write("message", message)
    // Theirs, read by us.
    let pem = try tool.run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(curve)")
    let theirs = try tool.write("theirs.pem", pem)
    let key = try Key(pemRepresentation: String(decoding: pem, as: UTF8.self))
    let sec1 = try tool.run("ec", "-in", theirs)
    #expect(
      try Key(pemRepresentation: String(decoding: sec1, as: UTF8.self)).rawRepresentation
        == key.rawRepresentation)
    let sec1DER = try tool.run("ec", "-in", theirs, "-outform", "DER")
    #expect(try Key(derRepresentation: sec1DER).rawRepresentation == key.rawRepresentation)
    let publicPEM = String(decoding: try tool.run("pkey", "-in", theirs, "-pubout"), as: UTF8.self)
    #expect(publicPEM == key.publicKey.pemRepresentation + "\n")
    #expect(
      try tool.run("pkcs8", "-topk8", "-nocrypt", "-in", theirs, "-outform", "DER") == key.derRepresentation)
    let signature = try tool.run("dgst", hash, "-sign", theirs, data)
    #expect(try key.publicKey.isValidSignature(.init(derRepresentation: signature), for: message))
    // Ours, read by them.
    let own = Key()
    let ours = try tool.write("ours.pem", own.pemRepresentation)
    let public2 = try tool.run("pkey", "-in", ours, "-pubout")
    #expect(String(decoding: public2, as: UTF8.self) == own.publicKey.pemRepresentation + "\n")
    let publicKey = try tool.write("public.pem", own.publicKey.pemRepresentation)
    let signed = try tool.write("signature", own.signature(for: message).derRepresentation)
    #expect(throws: Never.self) {
      try tool.run("dgst", hash, "-verify", publicKey, "-signature", signed, data)
    }
  }

  @Test func ed25519() throws {
    let tool = try OpenSSLTool()
    let data = try tool.write("message", message)
    let pem = try tool.run("genpkey", "-algorithm", "ED25519")
    let theirs = try tool.write("theirs.pem", pem)
    let key = try Curve25519.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self))
    #expect(
      try tool.run("pkcs8", "-topk8", "-nocrypt", "-in", theirs, "-outform", "DER") == key.derRepresentation)
    #expect(
      try tool.run("pkey", "-in", theirs, "-pubout", "-outform", "DER") == key.publicKey.derRepresentation)
    let signature = try tool.run("pkeyutl", "-sign", "-rawin", "-inkey", theirs, "-in", data)
    #expect(try signature == key.signature(for: message))
    let publicKey = try tool.write("public.pem", key.publicKey.pemRepresentation)
    let signed = try tool.write("signature", key.signature(for: message))
    #expect(throws: Never.self) {
      try tool.run(
        "pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", publicKey, "-sigfile", signed, "-in", data)
    }
  }

  @Test func x25519() throws {
    let tool = try OpenSSLTool()
    let pem = try tool.run("genpkey", "-algorithm", "X25519")
    let theirs = try tool.write("theirs.pem", pem)
    let key = try Curve25519.KeyAgreement.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self))
    let own = Curve25519.KeyAgreement.PrivateKey()
    let peer = try tool.write("peer.pem", own.publicKey.pemRepresentation)
    let secret = try tool.run("pkeyutl", "-derive", "-inkey", theirs, "-peerkey", peer)
    #expect(try own.sharedSecretFromKeyAgreement(with: key.publicKey) == secret)
  }

  @Test func ecdh() throws {
    let tool = try OpenSSLTool()
    let (own, other) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
    let theirs = try tool.write("theirs.pem", other.pemRepresentation)
    let peer = try tool.write("peer.pem", own.publicKey.pemRepresentation)
    let secret = try tool.run("pkeyutl", "-derive", "-inkey", theirs, "-peerkey", peer)
    #expect(try own.sharedSecretFromKeyAgreement(with: other.publicKey) == secret)
  }

  @Test func rsa() throws {
    let tool = try OpenSSLTool()
    let data = try tool.write("message", message)
    let pem = try tool.run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048")
    let theirs = try tool.write("theirs.pem", pem)
    let key = try RSA.Signing.PrivateKey(pemRepresentation: String(decoding: pem, as: UTF8.self))
    #expect(
      try tool.run("pkcs8", "-topk8", "-nocrypt", "-in", theirs, "-outform", "DER") == key.derRepresentation)
    #expect(
      String(decoding: try tool.run("pkey", "-in", theirs, "-pubout"), as: UTF8.self) == key.publicKey
        .pemRepresentation + "\n")
    let traditional = String(decoding: try tool.run("rsa", "-in", theirs, "-traditional"), as: UTF8.self)
    #expect(traditional == key.pkcs1PEMRepresentation + "\n")
    let publicPKCS1 = String(decoding: try tool.run("rsa", "-in", theirs, "-RSAPublicKey_out"), as: UTF8.self)
    #expect(publicPKCS1 == key.publicKey.pkcs1PEMRepresentation + "\n")

    let pkcs1 = try tool.run("dgst", "-sha256", "-sign", theirs, data)
    #expect(try pkcs1 == key.signature(for: message, padding: .insecurePKCS1v1_5).rawRepresentation)
    let pss = try tool.run(
      "dgst", "-sha256", "-sign", theirs, "-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:32",
      data)
    #expect(key.publicKey.isValidSignature(.init(rawRepresentation: pss), for: message))
    let publicKey = try tool.write("public.pem", key.publicKey.pemRepresentation)
    let signed = try tool.write("signature", key.signature(for: message).rawRepresentation)
    #expect(throws: Never.self) {
      try tool.run(
        "dgst", "-sha256", "-verify", publicKey, "-signature", signed, "-sigopt", "rsa_padding_mode:pss",
        "-sigopt", "rsa_pss_saltlen:32", data)
    }

    let decryption = RSA.Encryption.PrivateKey(numbers: key.numbers)
    let options = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256"]
    let sealed = try tool.run(
      "pkeyutl", "-encrypt", "-pubin", "-inkey", publicKey, "-in", data, "-pkeyopt", options[0], "-pkeyopt",
      options[1])
    #expect(try decryption.decrypt(sealed) == message)
    let ours = try tool.write("sealed", decryption.publicKey.encrypt(message))
    let opened = try tool.run(
      "pkeyutl", "-decrypt", "-inkey", theirs, "-in", ours, "-pkeyopt", options[0], "-pkeyopt", options[1])
    #expect(opened == message)
  }
}
