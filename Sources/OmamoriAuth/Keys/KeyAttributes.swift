import OmamoriCrypto

/// What a JSON Web Key says about itself besides the key.
///
/// A value; safe to share between threads.
package struct KeyAttributes: Sendable, Hashable {
  package var use: KeyUse?
  package var operations: Set<KeyOperation>?
  package var algorithm: String?
  package var identifier: String?

  package init(
    use: KeyUse? = nil, operations: Set<KeyOperation>? = nil, algorithm: String? = nil,
    identifier: String? = nil
  ) {
    (self.use, self.operations) = (use, operations)
    (self.algorithm, self.identifier) = (algorithm, identifier)
  }

  /// Those of the public key.
  var ofPublicKey: KeyAttributes {
    var attributes = self
    attributes.operations = operations.map { Set($0.map(\.counterpart)) }
    return attributes
  }

  /// Whether the key may be used in a way.
  package func allows(_ operation: KeyOperation) -> Bool {
    (use.map { $0 == operation.use } ?? true) && (operations?.contains(operation) ?? true)
  }

  /// Refuses attributes that contradict each other or the key.
  func check(_ material: KeyMaterial) throws(AuthError) {
    if let operations {
      guard !operations.isEmpty, operations.allSatisfy({ $0.use == use ?? $0.use }),
        Set(operations.map(\.use)).count == 1
      else { throw .key(.useNotAllowed) }
    }
    if case .secret(let key) = material, key.bitCount < 8 { throw .key(.weak) }
    guard let algorithm else { return }
    guard let rule = KeyAlgorithmRule(algorithm) else { throw .key(.unsupported) }
    guard rule.kinds.contains(material.kind) else { throw .key(.algorithmMismatch) }
    guard rule.use == use ?? rule.use, operations?.allSatisfy({ $0.use == rule.use }) ?? true else {
      throw .key(.useNotAllowed)
    }
    if material.kind == .secret, let sizes = rule.secretSizes, !sizes.contains(material.bitCount) {
      throw .key(rule.use == .signature ? .weak : .algorithmMismatch)
    }
  }
}
