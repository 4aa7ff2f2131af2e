public import OmamoriKeychain

extension Keychain {
  /// Opens the secrets of a service in the person's own keychain, without any configuration.
  ///
  /// The keychain is the agent's when an agent holds ``KeychainFile/defaultFolder`` open; else the file in that folder,
  /// opened with the key file of ``StandardKeychain/keyFile``. When there is no keychain yet, one is made together with
  /// that key file (permissions 0600, left out of backups): whoever can read the person's files can then read the
  /// secrets, so add a passphrase slot and remove the key file's where that is not enough. A keychain that this key file
  /// does not open is given locked, and every use of it throws `KeychainError.locked` until the agent is unlocked;
  /// nothing is made anew because something could not be opened.
  ///
  /// - Parameters:
  ///   - service: The service's name, such as the reversed domain name of the program; not empty.
  ///   - accessGroup: The access group, to share with other programs; `nil` for the default one.
  /// - Throws: `KeychainError`, when the keychain is damaged, not private, or cannot be made.
  public init(service: String, accessGroup: String? = nil) async throws(KeychainError) {
    self.init(service: service, accessGroup: accessGroup, backend: try await StandardKeychain.open())
  }
}
