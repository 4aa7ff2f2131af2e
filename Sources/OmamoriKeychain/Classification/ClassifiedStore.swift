public import OmamoriCore
import OmamoriCrypto

/// Keeps values where their classification wants them: preferences, encrypted files, or the keychain.
///
/// A value has one name within its classification, so the same name in two classifications means two values. Every
/// replacement is one step. Safe to use from any thread, and from several processes with the same folder and keychain.
public struct ClassifiedStore: Sendable {
  /// The longest value in bytes, wherever it is kept.
  package static let greatestValue = 1 << 20
  /// The longest name in bytes.
  package static let greatestName = 256

  private let preferences: PreferencesFile
  private let files: EncryptedValues
  private let keychain: any KeychainBackend
  private let service: String
  private let accessGroup: String?

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - folder: Where the files are; it is made when there is none (its parent must exist), must be the caller's alone
  ///     (0700) and is for one service.
  ///   - keychain: Keeps the items and the key of the files.
  ///   - service: The service of the items.
  ///   - accessGroup: The access group of the items; `nil` for the default one.
  public init(
    folder: String,
    keychain: any KeychainBackend,
    service: String,
    accessGroup: String? = nil
  ) {
    preferences = PreferencesFile(folder: folder)
    files = EncryptedValues(folder: folder, keychain: keychain, service: service, accessGroup: accessGroup)
    (self.keychain, self.service, self.accessGroup) = (keychain, service, accessGroup)
  }

  /// Stores a value where its classification wants it, or in a stronger place.
  ///
  /// - Parameters:
  ///   - value: The value, at most 1,048,576 bytes.
  ///   - name: Its name, 1 to 256 bytes.
  ///   - classification: How harmful it is.
  ///   - place: The place to use; `nil` for the one that the classification decides on.
  ///   - access: What the caller brings along for items with an access control.
  /// - Throws: ``KeychainError/classification(_:)`` for a place that is too weak, ``KeychainError/unsupported(_:)`` for an
  ///   item in a keychain that does not enforce what the classification asks for, and what the place throws. Nothing is
  ///   changed then.
  public func set(
    _ value: SharedSecretBytes,
    for name: String,
    as classification: DataClassification,
    in place: StoragePlace? = nil,
    access: ItemAccess = .none
  ) async throws(KeychainError) {
    let decision = classification.decision
    let place = place ?? decision.place
    try check(name, classification, place)
    guard value.count <= Self.greatestValue else { throw .tooLarge(limit: Self.greatestValue) }
    switch place {
    case .preferences: try await preferences.set(value, for: name)
    case .encryptedFile: try await files.set(value, for: key(name, classification))
    case .keychainItem, .guardedKeychainItem:
      let accessControl = place == .guardedKeychainItem ? Self.accessControl(of: decision) : nil
      // A store that only writes down when an item may be used is too weak a place.
      let capabilities = keychain.capabilities
      guard capabilities.contains(.accessibility) else { throw .unsupported(.accessibility) }
      guard accessControl == nil || capabilities.contains(.accessControl) else {
        throw .unsupported(.accessControl)
      }
      let item = NewItem(
        .genericPassword, attributes(name, classification), secret: value, accessGroup: accessGroup,
        accessibility: decision.accessibility ?? .whenUnlocked, accessControl: accessControl)
      _ = try await keychain.put(item, if: .always, access: access)
    }
  }

  /// Stores a text; its own memory is neither locked nor wiped.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: Its name.
  ///   - classification: How harmful it is; ``DataClassification/public`` or ``DataClassification/internal``.
  /// - Throws: ``KeychainError/classification(_:)`` when the classification wants memory that is wiped, and what
  ///   ``set(_:for:as:in:access:)`` throws.
  public func set(
    _ text: String,
    for name: String,
    as classification: DataClassification
  ) async throws(KeychainError) {
    let decision = classification.decision
    guard decision.memory < .locked else { throw .classification(.memory) }
    try await set(SharedSecretBytes(SecretBytes(copying: Array(text.utf8))), for: name, as: classification)
  }

  /// The value of a name.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - classification: How harmful it is.
  ///   - place: The place that it was stored in; `nil` for the one that the classification decides on.
  ///   - access: What the caller brings along for items with an access control.
  /// - Returns: The value; `nil` when there is none.
  /// - Throws: ``KeychainError``; a value that cannot be read is never `nil`. ``KeychainError/insecurePermissions(_:)`` for
  ///   a folder or a file that others can use: what is there may be theirs.
  public func value(
    for name: String,
    as classification: DataClassification,
    in place: StoragePlace? = nil,
    access: ItemAccess = .none
  ) async throws(KeychainError) -> SharedSecretBytes? {
    let place = place ?? classification.decision.place
    try check(name, classification, place)
    switch place {
    case .preferences: return try await preferences.value(for: name)
    case .encryptedFile: return try await files.value(for: key(name, classification))
    case .keychainItem, .guardedKeychainItem:
      let query = query(name, classification)
      guard let item = try await keychain.find(query, withSecrets: true, access: access).first else {
        return nil
      }
      return item.secret ?? SharedSecretBytes(SecretBytes(copying: [UInt8]()))
    }
  }

  /// Removes the value of a name.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - classification: How harmful it is.
  ///   - place: The place that it was stored in; `nil` for the one that the classification decides on.
  /// - Returns: Whether there was one.
  /// - Throws: ``KeychainError``.
  public func remove(
    _ name: String,
    as classification: DataClassification,
    in place: StoragePlace? = nil
  ) async throws(KeychainError) -> Bool {
    let place = place ?? classification.decision.place
    try check(name, classification, place)
    switch place {
    case .preferences: return try await preferences.remove(name)
    case .encryptedFile: return try await files.remove(key(name, classification))
    case .keychainItem, .guardedKeychainItem:
      return try await keychain.remove(query(name, classification)) > 0
    }
  }

  // MARK: - Names and rules

  private func check(
    _ name: String,
    _ classification: DataClassification,
    _ place: StoragePlace
  ) throws(KeychainError) {
    guard !name.isEmpty else { throw .invalidRequest(.emptyName) }
    guard name.utf8.count <= Self.greatestName else { throw .tooLarge(limit: Self.greatestName) }
    let decision = classification.decision
    try decision.check(
      place: place, accessibility: decision.accessibility,
      accessControl: place == .guardedKeychainItem ? Self.accessControl(of: decision) : nil)
  }

  private static func accessControl(of decision: StorageDecision) -> AccessControl {
    decision.accessControl ?? AccessControl(decision.accessibility ?? .whenUnlocked, .userPresence)
  }

  private func key(_ name: String, _ classification: DataClassification) -> String {
    "\(classification.rawValue)/\(name)"
  }

  private func attributes(_ name: String, _ classification: DataClassification) -> ItemAttributes {
    [.service: .text(service), .account: .text(key(name, classification))]
  }

  private func query(_ name: String, _ classification: DataClassification) -> ItemQuery {
    ItemQuery(.genericPassword, attributes(name, classification), accessGroup: accessGroup)
  }
}

/// How much harm it does when data get into the wrong hands.
public enum DataClassification: String, Sendable, Hashable, CaseIterable, Codable {
  /// None: settings of the display, content that everybody can see.
  case `public`
  /// Little: names, addresses, what a person did in the application.
  case `internal`
  /// Much: tokens, passwords, keys.
  case confidential
  /// Most: what a payment, a signature or a recovery needs.
  case restricted

  /// Where and how such data are kept.
  public var decision: StorageDecision {
    switch self {
    case .public:
      StorageDecision(
        place: .preferences, accessibility: nil, accessControl: nil, allowsSynchronization: true,
        allowsBackup: true, memory: .ordinary)
    case .internal:
      StorageDecision(
        place: .encryptedFile, accessibility: .afterFirstUnlock, accessControl: nil,
        allowsSynchronization: true, allowsBackup: true, memory: .redacted)
    case .confidential:
      StorageDecision(
        place: .keychainItem, accessibility: .whenUnlockedThisDeviceOnly, accessControl: nil,
        allowsSynchronization: false, allowsBackup: false, memory: .locked)
    case .restricted:
      StorageDecision(
        place: .guardedKeychainItem, accessibility: .whenPasscodeSetThisDeviceOnly,
        accessControl: AccessControl(.whenPasscodeSetThisDeviceOnly, .userPresence),
        allowsSynchronization: false, allowsBackup: false, memory: .locked)
    }
  }
}

/// A kind of place that data are kept in, from the weakest to the strongest.
public enum StoragePlace: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// A file with preferences, readable for its owner and for every backup.
  case preferences
  /// A file encrypted with a key that the keychain keeps.
  case encryptedFile
  /// An item of the keychain.
  case keychainItem
  /// An item of the keychain with an access control, which asks a person.
  case guardedKeychainItem

  /// Says whether `left` protects less than `right`.
  public static func < (left: StoragePlace, right: StoragePlace) -> Bool { left.rawValue < right.rawValue }
}

/// Where and how data of a classification are kept.
public struct StorageDecision: Sendable, Hashable {
  /// The weakest place that will do.
  public let place: StoragePlace
  /// The accessibility of the item, or of the key of the encrypted file; `nil` for preferences.
  public let accessibility: ItemAccessibility?
  /// Who has to prove to be there; `nil` for nobody.
  public let accessControl: AccessControl?
  /// Whether the data may go to the person's other devices.
  public let allowsSynchronization: Bool
  /// Whether the data may get into a backup in a form that another device can read.
  public let allowsBackup: Bool
  /// What the data are to be held in.
  public let memory: StorageMemory

  /// Refuses a way to keep data that is weaker than the decision.
  ///
  /// A stricter way is always allowed.
  ///
  /// - Parameters:
  ///   - place: The place that is considered.
  ///   - accessibility: The accessibility of the item or of the file's key.
  ///   - accessControl: Who would have to prove to be there.
  ///   - isSynchronizable: Whether the item would go to other devices.
  ///   - isBackedUp: Whether another device could read it from a backup.
  ///   - memory: What the data are held in.
  /// - Throws: ``KeychainError/classification(_:)`` with the first reason.
  public func check(
    place: StoragePlace,
    accessibility: ItemAccessibility? = nil,
    accessControl: AccessControl? = nil,
    isSynchronizable: Bool = false,
    isBackedUp: Bool = false,
    memory: StorageMemory = .locked
  ) throws(KeychainError) {
    guard place >= self.place else { throw .classification(.place) }
    guard memory >= self.memory else { throw .classification(.memory) }
    if let least = self.accessibility {
      guard let accessibility = accessControl?.accessibility ?? accessibility,
        accessibility.isAtLeastAsStrict(as: least)
      else { throw .classification(.accessibility) }
    }
    if self.accessControl != nil {
      // An empty set of constraints, or one that only says how to join others, asks for nothing.
      let asked: AccessControl.Constraints = [
        .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .applicationPassword,
      ]
      guard let accessControl, !accessControl.constraints.isDisjoint(with: asked) else {
        throw .classification(.accessControl)
      }
    }
    guard allowsSynchronization || !isSynchronizable else { throw .classification(.synchronizable) }
    guard allowsBackup || !isBackedUp else { throw .classification(.backup) }
  }
}

extension ItemAccessibility {
  /// Whether the secret can be used at no time and on no device where `other` forbids it.
  public func isAtLeastAsStrict(as other: ItemAccessibility) -> Bool {
    (isThisDeviceOnly || !other.isThisDeviceOnly) && (!survivesLocking || other.survivesLocking)
      && (self == .whenPasscodeSetThisDeviceOnly || other != .whenPasscodeSetThisDeviceOnly)
  }
}

/// What data are to be held in while a program works with them, from the weakest to the strongest.
public enum StorageMemory: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Any type.
  case ordinary
  /// A type that does not print or encode itself, such as `Redacted`.
  case redacted
  /// Locked memory that is wiped, `SecretBytes`.
  case locked

  /// Says whether `left` protects less than `right`.
  public static func < (left: StorageMemory, right: StorageMemory) -> Bool { left.rawValue < right.rawValue }
}
