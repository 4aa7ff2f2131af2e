import AuditEngine
import SwiftSyntax

/// One derivation of a key from a password.
struct KeyDerivation {
  /// The call to point at.
  let call: Call
  /// The password.
  let password: ExprSyntax?
  /// The salt.
  let salt: ExprSyntax?
  /// How often the function is iterated; `nil` when the call does not say or the function has no such number.
  let rounds: ExprSyntax?
  /// The pseudo-random function of PBKDF2.
  let function: Value
  /// Whether it is PBKDF2.
  let isPBKDF2: Bool

  /// The derivations in `source`: CommonCrypto, OpenSSL, swift-crypto, CryptoSwift and libsodium.
  static func all(in source: SwiftSource) -> [KeyDerivation] {
    names.flatMap { source.facts.calls($0) }.compactMap { KeyDerivation($0, in: source) }
  }

  /// The functions and types by which a key is derived.
  static let names = [
    "CCKeyDerivationPBKDF", "PKCS5_PBKDF2_HMAC", "PKCS5_PBKDF2_HMAC_SHA1", "PBKDF2", "deriveKey", "Scrypt",
    "crypto_pwhash",
  ]

  private init?(_ call: Call, in source: SwiftSource) {
    func positional(_ index: Int) -> ExprSyntax? {
      index < call.arguments.count ? call.arguments[index].value : nil
    }
    func known(_ expression: ExprSyntax?) -> Value { source.fold(expression, in: call.scope) }
    self.call = call
    switch call.name {
    case "CCKeyDerivationPBKDF" where call.arguments.count >= 9:
      (password, salt, rounds) = (positional(1), positional(3), positional(6))
      (function, isPBKDF2) = (known(positional(5)), true)
    case "PKCS5_PBKDF2_HMAC" where call.arguments.count >= 8:
      (password, salt, rounds) = (positional(0), positional(2), positional(4))
      let digest = positional(5).flatMap { Call($0, scope: call.scope) }
      (function, isPBKDF2) = (digest.map { .symbol($0.name) } ?? .unknown, true)
    case "PKCS5_PBKDF2_HMAC_SHA1" where call.arguments.count >= 7:
      (password, salt, rounds) = (positional(0), positional(2), positional(4))
      (function, isPBKDF2) = (.symbol("EVP_sha1"), true)
    case "PBKDF2" where call.argument("salt") != nil:
      (password, salt) = (call.argument("password"), call.argument("salt"))
      rounds = call.argument("iterations") ?? call.argument("rounds")
      (function, isPBKDF2) = (known(call.argument("variant") ?? call.argument("prf")), true)
    case "deriveKey" where call.receiverPath.last == "PBKDF2":
      (password, salt) = (call.argument("from"), call.argument("salt"))
      rounds = call.argument("rounds") ?? call.argument("unsafeUncheckedRounds")
      (function, isPBKDF2) = (known(call.argument("using")), true)
    case "deriveKey" where call.receiverPath.last == "Scrypt":
      (password, salt, rounds) = (call.argument("from"), call.argument("salt"), nil)
      (function, isPBKDF2) = (.unknown, false)
    case "Scrypt" where call.argument("salt") != nil:
      (password, salt, rounds) = (call.argument("password"), call.argument("salt"), nil)
      (function, isPBKDF2) = (.unknown, false)
    case "crypto_pwhash" where call.arguments.count >= 8:
      (password, salt, rounds) = (positional(2), positional(4), nil)
      (function, isPBKDF2) = (.unknown, false)
    default: return nil
    }
  }

  /// The hash inside the pseudo-random function.
  enum Hash: String {
    case md5 = "MD5"
    case sha1 = "SHA-1"
    case sha256 = "SHA-256"
    case sha512 = "SHA-512"
  }

  /// The hash inside the pseudo-random function, or `nil` when it is not known.
  var hash: Hash? {
    guard let name = function.symbol?.lowercased() else { return nil }
    if name.contains("md5") { return .md5 }
    if name.contains("512") || name.contains("384") { return .sha512 }
    if name.contains("256") || name.contains("224") { return .sha256 }
    return name.contains("sha1") ? .sha1 : nil
  }
}
