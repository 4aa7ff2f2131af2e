/// What a key is called and what it may be used for.
struct EncryptionKeyTerms: Sendable, Equatable {
  /// What a token calls it (`kid`).
  var identifier: String?
  /// The one algorithm that it is for (`alg`), by name, since keys may also be for an algorithm that is not offered.
  var algorithm: String?

  init(identifier: String? = nil, algorithm: KeyManagementAlgorithm? = nil) {
    (self.identifier, self.algorithm) = (identifier, algorithm?.rawValue)
  }

  init(identifier: String?, algorithmName: String?) {
    (self.identifier, self.algorithm) = (identifier, algorithmName)
  }

  /// Whether the key may be used with these algorithms; one that encrypts tokens itself may name the content's.
  func allow(_ algorithm: KeyManagementAlgorithm, _ content: ContentEncryptionAlgorithm) -> Bool {
    guard let own = self.algorithm else { return true }
    return own == algorithm.rawValue || (algorithm == .direct && own == content.rawValue)
  }

  /// Whether a token that calls its key `name` may mean this one.
  func answer(to name: String?) -> Bool {
    guard let name, let identifier else { return true }
    return name == identifier
  }
}
