/// Finds identities: certificates, each joined to the private key that its public key belongs to.
///
/// A store has no identities of its own. A certificate and a private key are one when the certificate's
/// ``ItemAttribute/publicKeyHash`` is the key's ``ItemAttribute/applicationLabel`` and both are in groups that the caller
/// may use. Has no state; safe to use from any thread.
package enum IdentityJoin {
  /// Finds the identities that match a query.
  ///
  /// Conditions on attributes that certificates have are for the certificate, all others for the key. The result has the
  /// certificate's reference, version, secret (the certificate itself), label and dates and the attributes of both; it is
  /// usable when the key is, so its accessibility, access control and protection are the key's.
  ///
  /// - Parameters:
  ///   - query: A query for ``ItemClass/identity``.
  ///   - withSecrets: Whether to read the certificates themselves.
  ///   - find: Finds the certificates and the keys; it gets queries for all that match. The secrets of keys are never
  ///     asked for.
  /// - Returns: The identities.
  /// - Throws: What `find` throws.
  package static func find(
    _ query: ItemQuery,
    withSecrets: Bool,
    _ find: (_ query: ItemQuery, _ withSecrets: Bool) throws(KeychainError) -> [Item]
  ) throws(KeychainError) -> [Item] {
    let (certificates, keys) = queries(of: query)
    var keysByHash: [AttributeValue: Item] = [:]
    for key in try find(keys, false) {
      guard let hash = key.attributes[.applicationLabel] else { continue }
      keysByHash[hash] = keysByHash[hash] ?? key
    }
    guard !keysByHash.isEmpty else { return [] }
    var identities: [Item] = []
    for certificate in try find(certificates, withSecrets) {
      guard let hash = certificate.attributes[.publicKeyHash], let key = keysByHash[hash] else { continue }
      identities.append(join(certificate, key))
      if let most = query.limit.greatestCount, identities.count == most { break }
    }
    return identities
  }

  /// The query for the certificates and the one for the private keys.
  package static func queries(of query: ItemQuery) -> (certificates: ItemQuery, keys: ItemQuery) {
    var certificates = query
    (certificates.itemClass, certificates.attributes, certificates.limit) = (.certificate, [:], .all)
    var keys = query
    (keys.itemClass, keys.attributes, keys.limit) = (.key, [.keyClass: .number(KeyClass.private)], .all)
    for (attribute, value) in query.attributes.values {
      if ItemClass.certificate.attributes.contains(attribute) {
        certificates.attributes[attribute] = value
      } else {
        keys.attributes[attribute] = value
      }
    }
    return (certificates, keys)
  }

  /// The identity of a certificate and its key.
  package static func join(_ certificate: Item, _ key: Item) -> Item {
    var attributes = key.attributes
    attributes.merge(certificate.attributes)
    let joined = NewItem(
      .identity, attributes, secret: nil, accessibility: key.accessibility, accessControl: key.accessControl)
    return Item(
      joined, accessGroup: certificate.accessGroup, synchronization: certificate.synchronization,
      protection: key.protection, reference: certificate.reference, version: certificate.version,
      secret: certificate.secret)
  }
}
