import Testing

@testable import OmamoriAuth

/// A token that has to be refused, with the reason.
struct TokenAttack: Sendable, CustomTestStringConvertible {
  let name: String
  let token: [UInt8]
  let error: AuthError
  var rules = TokenRules()
  var algorithms = AttackTarget.algorithms

  init(_ name: String, _ token: String, _ error: TokenFault) {
    self.init(name, Array(token.utf8), .token(error))
  }

  init(_ name: String, _ token: [UInt8], _ error: AuthError) {
    (self.name, self.token, self.error) = (name, token, error)
  }

  var testDescription: String { name }

  /// The same attack on a verifier with other rules.
  func against(_ change: (inout TokenRules) -> Void) -> TokenAttack {
    var attack = self
    change(&attack.rules)
    return attack
  }

  /// The same attack on a verifier that takes other algorithms.
  func against(_ algorithms: Set<SignatureAlgorithm>) -> TokenAttack {
    var attack = self
    attack.algorithms = algorithms
    return attack
  }
}
