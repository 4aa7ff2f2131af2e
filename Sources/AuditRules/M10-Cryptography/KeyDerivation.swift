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

  /// The derivations in `source`.
  static func all(in source: SwiftSource) -> [KeyDerivation] {
    CryptoUse.all(in: source).compactMap { KeyDerivation($0, in: source) }
  }

  /// The functions and types by which a key is derived.
  static let names = Set(
    CryptoCall.all.filter { $0.kind == .pbkdf || $0.kind == .derivation }.map(\.name)
  ).sorted()

  private init?(_ use: CryptoUse, in source: SwiftSource) {
    guard use.kind == .pbkdf || use.kind == .derivation, let call = use.call else { return nil }
    self.call = call
    (password, salt, rounds) = (use.arguments[.password], use.arguments[.salt], use.arguments[.rounds])
    isPBKDF2 = use.kind == .pbkdf
    guard let given = use.arguments[.function] else {
      function = call.name.hasSuffix("SHA1") ? .symbol("EVP_sha1") : .unknown
      return
    }
    if let digest = Call(given, scope: use.scope), digest.arguments.isEmpty {
      function = .symbol(digest.name)
    } else {
      let names = use.symbols(.function, in: source)
      function =
        names.count == 1 ? names.first.map { .symbol($0) } ?? .unknown : source.fold(given, in: use.scope)
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
