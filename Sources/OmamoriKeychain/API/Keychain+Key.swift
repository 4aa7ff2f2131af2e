public import OmamoriCore
public import OmamoriCrypto

extension Keychain {
  /// A name in a keychain together with the type of its values and the rules they are stored by.
  ///
  /// The rules hold from the next storing on; reading a key finds its value whatever rules it was stored by.
  public struct Key<Value: Sendable>: Sendable {
    /// The name, unique within the service and the group.
    public let name: String
    /// When the value can be used, unless ``accessControl`` says it.
    public var accessibility: ItemAccessibility
    /// Who has to prove to be there; `nil` for nobody.
    public var accessControl: AccessControl?
    /// Whether the value is meant for the person's other devices.
    public var isSynchronizable: Bool
    /// The name shown to people.
    public var label: String?
    /// A comment shown to people.
    public var comment: String?

    package let encode: @Sendable (Value) throws(KeychainError) -> SecretBytes
    package let decode: @Sendable (borrowing SecretBytes) throws(KeychainError) -> Value

    /// Makes a key for values of a type of the program's own.
    ///
    /// - Parameters:
    ///   - name: The name; not empty.
    ///   - accessibility: When the value can be used.
    ///   - accessControl: Who has to prove to be there.
    ///   - isSynchronizable: Whether the value is meant for the person's other devices.
    ///   - label: The name shown to people.
    ///   - comment: A comment shown to people.
    ///   - encode: Makes the bytes to store.
    ///   - decode: Reads the bytes that were stored; throws ``KeychainError/wrongType`` when they are not a value.
    public init(
      _ name: String,
      accessibility: ItemAccessibility = .whenUnlocked,
      accessControl: AccessControl? = nil,
      isSynchronizable: Bool = false,
      label: String? = nil,
      comment: String? = nil,
      encode: @escaping @Sendable (Value) throws(KeychainError) -> SecretBytes,
      decode: @escaping @Sendable (borrowing SecretBytes) throws(KeychainError) -> Value
    ) {
      (self.name, self.accessibility, self.accessControl) = (name, accessibility, accessControl)
      (self.isSynchronizable, self.label, self.comment) = (isSynchronizable, label, comment)
      (self.encode, self.decode) = (encode, decode)
    }

    /// The value that an item found with its secret holds.
    package func value(of item: KeychainItem) throws(KeychainError) -> Value {
      try decode(item.secret?.copy() ?? SecretBytes(copying: []))
    }
  }
}

extension Keychain.Key where Value: KeychainValue {
  /// Makes a key for texts, bytes, cryptographic keys or certificates, which are stored as they are.
  ///
  /// - Parameters:
  ///   - name: The name; not empty.
  ///   - accessibility: When the value can be used.
  ///   - accessControl: Who has to prove to be there.
  ///   - isSynchronizable: Whether the value is meant for the person's other devices.
  ///   - label: The name shown to people.
  ///   - comment: A comment shown to people.
  public init(
    _ name: String,
    accessibility: ItemAccessibility = .whenUnlocked,
    accessControl: AccessControl? = nil,
    isSynchronizable: Bool = false,
    label: String? = nil,
    comment: String? = nil
  ) {
    self.init(
      name, accessibility: accessibility, accessControl: accessControl, isSynchronizable: isSynchronizable,
      label: label, comment: comment,
      encode: { value throws(KeychainError) in try value.keychainSecret() },
      decode: { secret throws(KeychainError) in try Value(keychainSecret: secret) })
  }
}

extension Keychain.Key where Value: Codable {
  /// Makes a key for values that are stored as JSON.
  ///
  /// The value itself and what the encoder holds meanwhile are ordinary memory, which nobody wipes.
  ///
  /// - Parameters:
  ///   - name: The name; not empty.
  ///   - accessibility: When the value can be used.
  ///   - accessControl: Who has to prove to be there.
  ///   - isSynchronizable: Whether the value is meant for the person's other devices.
  ///   - label: The name shown to people.
  ///   - comment: A comment shown to people.
  public init(
    json name: String,
    accessibility: ItemAccessibility = .whenUnlocked,
    accessControl: AccessControl? = nil,
    isSynchronizable: Bool = false,
    label: String? = nil,
    comment: String? = nil
  ) {
    self.init(
      name, accessibility: accessibility, accessControl: accessControl, isSynchronizable: isSynchronizable,
      label: label, comment: comment,
      encode: { value throws(KeychainError) in
        do {
          return SecretBytes(wiping: try JSONEncoder().encode(value))
        } catch {
          throw .invalidRequest(.valueKind)
        }
      },
      decode: { secret throws(KeychainError) in
        var data = try Data(keychainSecret: secret)
        defer { data.resetBytes(in: 0..<data.count) }
        do {
          return try JSONDecoder().decode(Value.self, from: data)
        } catch {
          throw .wrongType
        }
      })
  }
}

/// A certificate together with its private key, such as a client shows to a server.
public struct KeychainIdentity: Sendable {
  /// The certificate.
  public let certificate: Certificate
  /// The label of the certificate, where it has one.
  public let label: String?
  /// The tag of the private key, for ``KeychainKeys``.
  public let keyTag: KeyTag
  /// The persistent reference of the certificate.
  public let reference: PersistentReference
}

/// Where the keys of a service lie in a store.
package struct KeychainPlacement: Sendable {
  package let service: String
  package let accessGroup: String?

  /// The item of a key's value.
  package func item<Value>(_ value: Value, _ key: Keychain.Key<Value>) throws(KeychainError) -> NewItem {
    guard !key.name.isEmpty, !service.isEmpty else { throw .invalidRequest(.emptyName) }
    var attributes: ItemAttributes = [.account: .text(key.name), .service: .text(service)]
    if let label = key.label { attributes[.label] = .text(label) }
    if let comment = key.comment { attributes[.comment] = .text(comment) }
    return NewItem(
      .genericPassword, attributes, secret: SharedSecretBytes(try key.encode(value)),
      accessGroup: accessGroup, isSynchronizable: key.isSynchronizable, accessibility: key.accessibility,
      accessControl: key.accessControl)
  }

  /// The items of a name, synchronizable or not.
  package func query(_ name: String) -> ItemQuery {
    var query = all
    query.attributes[.account] = .text(name)
    return query
  }

  /// The item of a name.
  package func query(_ name: String, isSynchronizable: Bool) -> ItemQuery {
    var query = query(name)
    query.synchronizable = isSynchronizable ? .yes : .no
    query.limit = .one
    return query
  }

  /// All items of the service.
  package var all: ItemQuery {
    ItemQuery(
      .genericPassword, [.service: .text(service)], accessGroup: accessGroup, synchronizable: .any,
      limit: .all)
  }
}

extension SecretBytes {
  /// Takes over bytes and wipes the array that they came in, where nobody else holds it.
  package init(wiping data: consuming Data) {
    self.init(copying: copy data)
    data.resetBytes(in: data.startIndex..<data.endIndex)
  }

  /// What `body` makes of the bytes.
  ///
  /// - Throws: ``KeychainError/wrongType`` when it throws.
  package borrowing func decoded<Value>(
    _ body: (UnsafeRawBufferPointer) throws -> Value
  ) throws(KeychainError) -> Value {
    do {
      // because the pointer is used within the closure only
      return try withBytes { bytes in try unsafe bytes.withUnsafeBytes { try unsafe body($0) } }
    } catch {
      throw .wrongType
    }
  }
}
