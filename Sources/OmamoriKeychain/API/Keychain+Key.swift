public import OmamoriCore

extension Keychain {
  /// A name in a keychain together with the type of its values and the rules they are stored by.
  ///
  /// The rules hold from the next storing on; reading a key finds its value whatever rules it was stored by. A value;
  /// safe to share between threads.
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

    let encode: @Sendable (Value) throws(KeychainError) -> SecretBytes
    let decode: @Sendable (borrowing SecretBytes) throws(KeychainError) -> Value

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
    func value(of item: Item) throws(KeychainError) -> Value {
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
