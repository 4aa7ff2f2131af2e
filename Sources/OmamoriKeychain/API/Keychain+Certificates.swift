import OmamoriCore
public import OmamoriCrypto

// Certificates belong to nobody's service: a certificate is one item, whoever stored it, under its issuer and number.

extension Keychain {
  /// Stores a certificate; when it is there already, its label becomes this one.
  ///
  /// - Parameters:
  ///   - certificate: The certificate.
  ///   - label: The name shown to people.
  ///   - accessibility: When it can be used.
  /// - Returns: The item as stored.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func addCertificate(
    _ certificate: Certificate, label: String? = nil, accessibility: ItemAccessibility = .afterFirstUnlock
  ) async throws(KeychainError) -> KeychainItem {
    var attributes = certificate.primaryKey
    attributes[.subject] = .data(certificate.subject)
    attributes[.publicKeyHash] = .data(certificate.publicKeyHash)
    if let identifier = certificate.subjectKeyIdentifier { attributes[.subjectKeyID] = .data(identifier) }
    if let label { attributes[.label] = .text(label) }
    let item = NewItem(
      .certificate, attributes,
      secret: SharedSecretBytes(SecretBytes(copying: certificate.derRepresentation)),
      accessGroup: accessGroup, accessibility: accessibility)
    guard let stored = try await backend.put(item, if: .always, access: .none) else { throw .contended }
    return stored
  }

  /// The certificates with a label, or all.
  ///
  /// - Parameter label: The label; `nil` for every one.
  /// - Returns: The certificates; nothing about them is verified.
  /// - Throws: ``KeychainError``; ``KeychainError/wrongType`` when one cannot be read.
  public func certificates(labelled label: String? = nil) async throws(KeychainError) -> [Certificate] {
    var query = ItemQuery(.certificate, accessGroup: accessGroup, synchronizable: .any, limit: .all)
    if let label { query.attributes[.label] = .text(label) }
    var certificates: [Certificate] = []
    for item in try await backend.find(query, withSecrets: true) {
      certificates.append(try Certificate(item))
    }
    return certificates
  }

  /// Removes a certificate, whatever its label.
  ///
  /// - Parameter certificate: The certificate.
  /// - Returns: Whether it was there.
  /// - Throws: ``KeychainError``.
  @discardableResult
  public func removeCertificate(_ certificate: Certificate) async throws(KeychainError) -> Bool {
    let query = ItemQuery(
      .certificate, certificate.primaryKey, accessGroup: accessGroup, synchronizable: .any, limit: .all)
    return try await remove(query, isWholeService: false) > 0
  }

  /// The identities: certificates whose private keys are here.
  ///
  /// - Parameter label: The label of the certificate; `nil` for every one.
  /// - Returns: The identities.
  /// - Throws: ``KeychainError``.
  public func identities(labelled label: String? = nil) async throws(KeychainError) -> [KeychainIdentity] {
    var query = ItemQuery(.identity, accessGroup: accessGroup, synchronizable: .any, limit: .all)
    if let label { query.attributes[.label] = .text(label) }
    var identities: [KeychainIdentity] = []
    for item in try await backend.find(query, withSecrets: true) {
      identities.append(
        KeychainIdentity(
          certificate: try Certificate(item), label: item.attributes.text(.label),
          keyTag: KeyTag(item.attributes.data(.applicationTag) ?? Data()), reference: item.reference))
    }
    return identities
  }
}

extension Certificate {
  /// The attributes that tell the certificate apart; 3 is `CSSM_CERT_X_509v3`.
  fileprivate var primaryKey: ItemAttributes {
    [.certificateType: .number(3), .issuer: .data(issuer), .serialNumber: .data(serialNumber)]
  }

  fileprivate init(_ item: KeychainItem) throws(KeychainError) {
    try self.init(keychainSecret: item.secret?.copy() ?? SecretBytes(copying: []))
  }
}
