extension DecryptionKey {
  /// Takes a private key, or a shared one, that may be used for decryption.
  ///
  /// Its name, and the algorithm if it is for one only, are those that it states.
  ///
  /// - Parameter key: The key.
  /// - Throws: ``AuthError/key(_:)`` for a key of signatures, a public key, or a key without the operations.
  public init(_ key: JSONWebKey) throws(AuthError) {
    try key.checkEncryptionUse()
    guard key.isPrivate else { throw .key(.privateKeyNeeded) }
    try key.checkOperations([.decrypt, .unwrapKey, .deriveKey, .deriveBits])
    self.init(try Material(key.material, key.algorithm), EncryptionKeyTerms(key))
  }
}

extension EncryptionKey {
  /// Takes a public key, or a shared one, that may be used for encryption.
  ///
  /// - Parameter key: The key; of a private one only the public part is used.
  /// - Throws: ``AuthError/key(_:)`` for a key of signatures, or a key without the operations.
  public init(_ key: JSONWebKey) throws(AuthError) {
    try key.checkEncryptionUse()
    let key = key.publicKey ?? key
    try key.checkOperations([.encrypt, .wrapKey, .deriveKey, .deriveBits])
    self.init(try Material(key.material, key.algorithm), EncryptionKeyTerms(key))
  }
}

extension EncryptionKeyTerms {
  fileprivate init(_ key: JSONWebKey) {
    self.init(identifier: key.identifier, algorithmName: key.algorithm)
  }
}

extension JSONWebKey {
  fileprivate func checkEncryptionUse() throws(AuthError) {
    guard use ?? .encryption == .encryption else { throw .key(.useNotAllowed) }
  }

  fileprivate func checkOperations(_ allowed: Set<KeyOperation>) throws(AuthError) {
    guard let operations else { return }
    guard !operations.isDisjoint(with: allowed) else { throw .key(.useNotAllowed) }
  }
}
