import AuditEngine
import SwiftSyntax

/// A key that is given to a cipher, a MAC or a key object.
struct KeyUse {
  /// What takes the key.
  enum Kind: Sendable, Equatable {
    /// A cipher.
    case cipher
    /// A message authentication code or a signature made with a shared key.
    case code
    /// A key object that may become either.
    case object
    /// A library that makes a key of a password by itself.
    case password
  }

  /// What takes the key.
  let kind: Kind
  /// The call that takes it.
  let call: Call
  /// The name of what takes it.
  var name: String { call.name }
  /// The key.
  let key: ExprSyntax
  /// Where the key stands.
  let scope: ScopeID

  /// The keys given to CryptoKit, CommonCrypto, CryptoSwift, RNCryptor and JWT libraries in `source`.
  static func all(in source: SwiftSource) -> [KeyUse] {
    var uses: [KeyUse] = []
    func add(_ call: Call, _ kind: Kind, _ key: ExprSyntax?) {
      if let key { uses.append(KeyUse(kind: kind, call: call, key: key, scope: call.scope)) }
    }
    for call in source.facts.calls("SymmetricKey") { add(call, .object, call.argument("data")) }
    for use in CipherCall.commonCrypto(in: source) {
      guard let key = use.key else { continue }
      uses.append(KeyUse(kind: .cipher, call: use.call, key: key.expression, scope: key.scope))
    }
    for name in ["CCHmac", "CCHmacInit"] {
      for call in source.facts.calls(name) {
        let index = name == "CCHmac" ? 1 : 2
        if call.arguments.count > index { add(call, .code, call.arguments[index].value) }
      }
    }
    if source.facts.imports.contains("CryptoSwift") {
      for name in ["AES", "ChaCha20", "Blowfish", "Rabbit"] {
        for call in source.facts.calls(name) { add(call, .cipher, call.argument("key")) }
      }
      for name in ["HMAC", "CMAC", "Poly1305"] {
        for call in source.facts.calls(name) { add(call, .code, call.argument("key")) }
      }
    }
    if source.facts.imports.contains("RNCryptor") {
      for call in source.facts.calls {
        add(call, .password, call.argument("withPassword") ?? call.argument("password"))
      }
    }
    for name in ["hs256", "hs384", "hs512"] {
      for call in source.facts.calls(name) { add(call, .code, call.argument("key")) }
    }
    return uses
  }

  /// Names of which one stands in every file with a use.
  static let triggers: Set<String> = [
    "SymmetricKey", "CCCrypt", "CCCryptorCreate", "CCCryptorCreateWithMode", "CCHmac", "CCHmacInit",
    "CryptoSwift", "RNCryptor", "AES", "ChaCha20", "Blowfish", "Rabbit", "HMAC", "CMAC", "Poly1305", "hs256",
    "hs384", "hs512", "RNEncryptor", "encrypt", "decrypt",
  ]
}
