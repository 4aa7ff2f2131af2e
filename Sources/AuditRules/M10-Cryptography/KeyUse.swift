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
  /// The call that takes it; `nil` for a property that is assigned to.
  let call: Call?
  /// The name of what takes it.
  let name: String
  /// The key.
  let key: ExprSyntax
  /// Where the key stands.
  let scope: ScopeID

  /// The keys given to libraries in `source`.
  static func all(in source: SwiftSource) -> [KeyUse] {
    CryptoUse.all(in: source).compactMap { use in
      let kind: Kind
      switch use.kind {
      case .cipher: kind = .cipher
      case .code, .signature: kind = .code
      case .object: kind = .object
      case .password: kind = .password
      case .pbkdf, .derivation, .authentication, .generation: return nil
      }
      guard let key = use.arguments[.key] ?? use.arguments[.password] else { return nil }
      return KeyUse(kind: kind, call: use.call, name: use.name, key: key, scope: use.scope)
    }
  }

  /// Names of which one stands in every file with a use.
  static let triggers: Set<String> = CryptoUse.triggers
}
