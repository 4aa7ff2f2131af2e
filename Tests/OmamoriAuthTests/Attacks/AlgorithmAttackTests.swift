import OmamoriCore
import OmamoriCrypto
import Testing

@testable import OmamoriAuth

/// Headers that ask for another algorithm than the one that the verifier and the key are for.
@Suite struct AlgorithmAttackTests {
  @Test(arguments: try Self.attacks()) func isRefused(_ attack: TokenAttack) async throws {
    try await AttackTarget().run(attack)
  }

  static func attacks() throws -> [TokenAttack] { try none() + names() + confusions() + mismatches() }

  private static func none() throws -> [TokenAttack] {
    let payload = Base64URL.encode(Array(AttackTarget.payload.utf8))
    let signature = try AttackTarget.token(#"{"alg":"ES256","kid":"ec"}"#).split(separator: ".").last ?? ""
    return ["none", "None", "nOnE", "NONE", "none "].flatMap { name in
      let header = Base64URL.encode(Array(#"{"alg":"\#(name)","kid":"ec"}"#.utf8))
      return [
        TokenAttack("alg \(name) without signature", "\(header).\(payload).", .algorithmNotAllowed),
        TokenAttack(
          "alg \(name) with a signature", "\(header).\(payload).\(signature)", .algorithmNotAllowed),
      ]
    }
  }

  private static func names() throws -> [TokenAttack] {
    let malformed = [
      "no alg": #"{"kid":"ec"}"#, "empty alg": #"{"alg":"","kid":"ec"}"#,
      "alg null": #"{"alg":null,"kid":"ec"}"#,
      "alg a number": #"{"alg":256,"kid":"ec"}"#, "alg an array": #"{"alg":["ES256"],"kid":"ec"}"#,
      "alg an object": #"{"alg":{"name":"ES256"},"kid":"ec"}"#, "alg true": #"{"alg":true,"kid":"ec"}"#,
      "ALG in capitals": #"{"ALG":"ES256","kid":"ec"}"#,
    ]
    let others = [
      "es256", "ES256 ", " ES256", "ES256\\u0000", "ES256K", "ES224", "ES521", "Ed448", "RS1", "RSA1_5",
      "RSA-OAEP",
      "dir", "A256GCM", "A128KW", "HS1", "HS256/64", "SHA256", "ES256,none", "\\u0415S256",
    ]
    return try malformed.sorted { $0.key < $1.key }.map {
      TokenAttack($0.key, try AttackTarget.token($0.value), .malformed)
    }
      + others.map {
        TokenAttack(
          "alg '\($0)'", try AttackTarget.token(#"{"alg":"\#($0)","kid":"ec"}"#), .algorithmNotAllowed)
      }
  }

  /// MACs whose key is a public key in all the forms in which libraries have taken it for a secret.
  private static func confusions() throws -> [TokenAttack] {
    let (rsa, ec) = (try AttackTarget.rsa.get(), try AttackTarget.ec.get())
    guard case .rsa(let rsaKey) = rsa.material, case .p256(let ecKey, _) = ec.material else { return [] }
    let secrets: [(String, String, [UInt8])] = [
      ("RSA PEM", "rsa", Array(rsaKey.publicKey.pemRepresentation.utf8)),
      ("RSA PEM with a line feed", "rsa", Array((rsaKey.publicKey.pemRepresentation + "\n").utf8)),
      ("RSA PKCS #1 PEM", "rsa", Array(rsaKey.publicKey.pkcs1PEMRepresentation.utf8)),
      ("RSA DER", "rsa", Array(rsaKey.publicKey.derRepresentation)),
      ("RSA PKCS #1 DER", "rsa", Array(rsaKey.publicKey.pkcs1DERRepresentation)),
      ("modulus", "rsa", rsaKey.modulus),
      ("modulus in base64url", "rsa", Array(Base64URL.encode(rsaKey.modulus).utf8)),
      ("RSA JWK", "rsa", JSONValue.object(rsa.publicMembers ?? JSONObject()).utf8()),
      ("EC PEM", "ec", Array(ecKey.pemRepresentation.utf8)),
      ("EC DER", "ec", Array(ecKey.derRepresentation)),
      ("EC point", "ec", Array(ecKey.x963Representation)),
      ("EC coordinates", "ec", Array(ecKey.rawRepresentation)),
      ("EC JWK", "ec", JSONValue.object(ec.publicMembers ?? JSONObject()).utf8()),
      ("EC thumbprint", "ec", Array(ec.thumbprint.utf8)),
      ("no bytes", "ec", []), ("a word", "ec", Array("secret".utf8)),
    ]
    var attacks = try secrets.map { name, kid, secret in
      TokenAttack(
        "HS256 with \(name)", try AttackTarget.token(secret: secret, kid: kid), .algorithmNotAllowed)
    }
    for algorithm in [SignatureAlgorithm.hs384, .hs512] {
      let token = try AttackTarget.token(secret: secrets[0].2, algorithm, kid: "rsa")
      attacks.append(TokenAttack("\(algorithm.rawValue) with RSA PEM", token, .algorithmNotAllowed))
    }
    // Also where the verifier takes MACs only and was given public keys by mistake.
    let token = try AttackTarget.token(secret: secrets[0].2, kid: "rsa")
    attacks.append(
      TokenAttack("HS256 with RSA PEM, verifier of MACs", token, .algorithmNotAllowed).against([.hs256]))
    return attacks
  }

  private static func mismatches() throws -> [TokenAttack] {
    let cases: [(String, String, SignatureAlgorithm, Result<JSONWebKey, any Error>)] = [
      ("RS256", "ec", .rs256, AttackTarget.rsa), ("ES256", "rsa", .es256, AttackTarget.ec),
      ("ES256", "ed", .es256, AttackTarget.ec), ("EdDSA", "ec", .edDSA, AttackTarget.ed25519),
      ("EdDSA", "rsa", .edDSA, AttackTarget.ed25519), ("ES384", "ec", .es256, AttackTarget.ec),
      ("ES512", "ec", .es512, AttackTarget.foreign), ("PS256", "rsa", .ps256, AttackTarget.rsa),
      ("PS384", "rsa", .ps384, AttackTarget.rsa), ("RS384", "rsa", .rs384, AttackTarget.rsa),
      ("RS512", "rsa", .rs512, AttackTarget.rsa), ("ES256", "enc", .es256, AttackTarget.ec),
    ]
    let all = Set(SignatureAlgorithm.allCases.filter { !$0.isSymmetric })
    return try cases.flatMap { name, kid, algorithm, key in
      let header = #"{"alg":"\#(name)","kid":"\#(kid)"}"#
      let token = try AttackTarget.token(header, AttackTarget.payload, key, algorithm)
      let error = kid == "enc" ? AuthError.key(.useNotAllowed) : .token(.algorithmNotAllowed)
      let attack = TokenAttack("\(name) for the key \(kid)", Array(token.utf8), error)
      guard !AttackTarget.algorithms.contains(where: { $0.rawValue == name }) else { return [attack] }
      // Whether the verifier takes the algorithm or not: the key does not.
      var open = TokenAttack("\(name) for the key \(kid), all taken", Array(token.utf8), error)
      open.algorithms = all
      return [attack, open]
    }
  }
}
