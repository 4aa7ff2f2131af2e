import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

/// Signatures that were made without the key, or for something else.
@Suite struct SignatureAttackTests {
  @Test(arguments: try Self.attacks()) func isRefused(_ attack: TokenAttack) async throws {
    try await AttackTarget().run(attack)
  }

  static func attacks() throws -> [TokenAttack] { try psychic() + sizes() + edwards() + rsa() + exchanged() }

  /// The order of P-256, and the prime of its field.
  private static let order = bytes("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
  private static let prime = bytes("FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF")
  private static let zero = [UInt8](repeating: 0, count: 32)
  private static let one = [UInt8](repeating: 0, count: 31) + [1]

  private static func bytes(_ digits: String) -> [UInt8] {
    let values = digits.utf8.map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x37 }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  private static func psychic() throws -> [TokenAttack] {
    let signature = try parts(AttackTarget.ec, .es256)
    let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
    let values: [(String, [UInt8])] = [
      ("0", zero), ("1", one), ("n", order), ("p", prime), ("all ones", [UInt8](repeating: 0xFF, count: 32)),
    ]
    var attacks: [TokenAttack] = []
    for (first, a) in values {
      for (second, b) in values {
        attacks.append(
          TokenAttack("r = \(first), s = \(second)", AttackTarget.token(signature: a + b), .signatureInvalid))
      }
      attacks += [
        TokenAttack("r = \(first)", AttackTarget.token(signature: a + s), .signatureInvalid),
        TokenAttack("s = \(first)", AttackTarget.token(signature: r + a), .signatureInvalid),
      ]
    }
    attacks.append(TokenAttack("r and s exchanged", AttackTarget.token(signature: s + r), .signatureInvalid))
    return attacks
  }

  private static func sizes() throws -> [TokenAttack] {
    let signature = try parts(AttackTarget.ec, .es256)
    let der = try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
    let other: [(String, [UInt8])] = [
      ("DER in place of r and s", Array(der)), ("63 bytes", Array(signature.dropLast())),
      ("65 bytes", signature + [0]), ("a zero before", [0] + signature),
      ("the point's mark before", [4] + signature),
      ("32 bytes", Array(signature.prefix(32))), ("one byte", [0]), ("twice", signature + signature),
      ("as for P-384", zero.prefix(16) + signature.prefix(32) + zero.prefix(16) + signature.suffix(32)),
      ("r and s of 33 bytes", [0] + signature.prefix(32) + [0] + signature.suffix(32)),
    ]
    return other.map { TokenAttack("ES256: \($0.0)", AttackTarget.token(signature: $0.1), .signatureInvalid) }
  }

  private static func edwards() throws -> [TokenAttack] {
    let text = "EdDSA"
    let signature = try parts(AttackTarget.ed25519, .edDSA, text, "ed")
    let order = bytes("1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED")
    // S + L says the same to a verifier that does not compare S with L.
    var (sum, carry): ([UInt8], Int) = ([], 0)
    for (low, add) in zip(signature.suffix(32), order.reversed()) {
      carry += Int(low) + Int(add)
      sum.append(UInt8(carry & 0xFF))
      carry >>= 8
    }
    let other: [(String, [UInt8])] = [
      ("S + L", signature.prefix(32) + sum), ("63 bytes", Array(signature.dropLast())),
      ("65 bytes", signature + [0]),
      ("zeros", [UInt8](repeating: 0, count: 64)),
      ("R of order 1, S = 0", [1] + [UInt8](repeating: 0, count: 63)),
      ("all ones", [UInt8](repeating: 0xFF, count: 64)),
      ("R and S exchanged", signature.suffix(32) + signature.prefix(32)),
      ("the sign of R", flipped(signature, 31)), ("the highest bit of S", flipped(signature, 63)),
    ]
    return other.map {
      TokenAttack(
        "Ed25519: \($0.0)", AttackTarget.token(signature: $0.1, algorithm: text, kid: "ed"), .signatureInvalid
      )
    }
  }

  private static func rsa() throws -> [TokenAttack] {
    guard case .rsa(let key) = try AttackTarget.rsa.get().material, let pair = key.privateKey else {
      return []
    }
    let text = Array(AttackTarget.token(signature: [], algorithm: "RS256", kid: "rsa").utf8.dropLast())
    let signature = try parts(AttackTarget.rsa, .rs256, "RS256", "rsa")
    let size = signature.count
    let number = { (last: UInt8) in [UInt8](repeating: 0, count: size - 1) + [last] }
    var belowModulus = key.modulus
    belowModulus[size - 1] -= 1
    let other: [(String, [UInt8])] = [
      ("0", number(0)), ("1", number(1)), ("n - 1", belowModulus), ("n", key.modulus),
      ("all ones", [UInt8](repeating: 0xFF, count: size)), ("one byte short", Array(signature.dropLast())),
      ("a zero before", [0] + signature), ("a zero behind", signature + [0]), ("one byte", [1]),
      (
        "SHA-384",
        Array(try pair.signature(for: text, hash: .sha384, padding: .insecurePKCS1v1_5).rawRepresentation)
      ),
      (
        "SHA-1",
        Array(try pair.signature(for: text, hash: .sha1, padding: .insecurePKCS1v1_5).rawRepresentation)
      ),
      ("PSS", Array(try pair.signature(for: text, hash: .sha256, padding: .PSS).rawRepresentation)),
      ("a bit", flipped(signature, 100)),
    ]
    let salted: [(String, RSA.Signing.Padding)] = [
      ("no salt", .PSS(saltByteCount: 0)), ("a salt of 20 bytes", .PSS(saltByteCount: 20)),
      ("a mask of SHA-1", .PSS(mask: .sha1, saltByteCount: 32)), ("PKCS #1", .insecurePKCS1v1_5),
    ]
    return other.map {
      TokenAttack(
        "RS256: \($0.0)", AttackTarget.token(signature: $0.1, algorithm: "RS256", kid: "rsa"),
        .signatureInvalid)
    }
      + (try salted.map { name, padding in
        let message = Array(#"{"alg":"PS256"}"#.utf8)
        let signature = try pair.signature(for: message, hash: .sha256, padding: padding)
        return TokenAttack(
          "PS256: \(name)",
          AttackTarget.token(signature: Array(signature.rawRepresentation), algorithm: "PS256", kid: "rsa"),
          .algorithmNotAllowed)
      })
  }

  /// Parts of tokens that were signed, put together in another way.
  private static func exchanged() throws -> [TokenAttack] {
    let first = try AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#).split(separator: ".")
    let second = try AttackTarget.token(claims: ["sub": "admin"]).split(separator: ".")
    let spaced = try AttackTarget.token(#"{"alg":"ES256", "kid":"ec"}"#).split(separator: ".")
    let foreign = try AttackTarget.token(
      #"{"alg":"ES256","kid":"ec"}"#, AttackTarget.payload, Result { try .generate(for: .es256) })
    return [
      TokenAttack("the content of another token", "\(first[0]).\(second[1]).\(first[2])", .signatureInvalid),
      TokenAttack(
        "the signature of another token", "\(first[0]).\(first[1]).\(second[2])", .signatureInvalid),
      TokenAttack("the header of another token", "\(spaced[0]).\(first[1]).\(first[2])", .signatureInvalid),
      TokenAttack("header and content exchanged", "\(first[1]).\(first[0]).\(first[2])", .malformed),
      TokenAttack("another key with the same name", foreign, .signatureInvalid),
    ]
  }

  private static func flipped(_ bytes: [UInt8], _ index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 0x80
    return bytes
  }

  /// A signature that holds.
  private static func parts(
    _ key: Result<JSONWebKey, any Error>, _ algorithm: SignatureAlgorithm, _ name: String = "ES256",
    _ kid: String = "ec"
  ) throws -> [UInt8] {
    let text = AttackTarget.token(signature: [], algorithm: name, kid: kid).dropLast()
    return try key.get().signature(for: Array(text.utf8), algorithm)
  }
}
