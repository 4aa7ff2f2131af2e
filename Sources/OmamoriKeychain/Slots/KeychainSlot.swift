public import OmamoriCore

/// One of the ways to open a keychain file.
///
/// It holds nothing secret.
public struct KeychainSlot: Sendable, Hashable {
  /// The most slots that a keychain file has.
  package static let greatestCount = 32
  /// The most bytes of a name in UTF-8.
  package static let greatestNameLength = 64

  /// What stays the same while the slot is renamed.
  public let id: SlotID
  /// What opens it.
  public let kind: SlotKind
  /// What a person calls it.
  public let name: String
  /// When it was added, in whole seconds.
  public let created: Date
  /// Whether a PIN is asked for; only a slot of the kind ``SlotKind/tpm`` has one.
  public let hasPIN: Bool

  package init(id: SlotID, kind: SlotKind, name: String, created: Date, hasPIN: Bool) {
    (self.id, self.kind, self.name, self.created, self.hasPIN) = (id, kind, name, created, hasPIN)
  }
}

/// The name of a slot that stays the same while the slot is renamed; random, and not secret.
public struct SlotID: Sendable, Hashable {
  /// The length in bytes.
  public static let byteCount = 16

  /// The bytes.
  public let bytes: [UInt8]

  /// Takes the bytes of an identifier; `nil` when there are not 16 of them.
  ///
  /// - Parameter bytes: The bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension SlotID: CustomStringConvertible {
  /// The bytes in hexadecimal, 32 lowercase digits.
  public var description: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// What a slot opens a keychain file with.
///
/// The raw values are those of the file's format.
public enum SlotKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A passphrase that a person knows.
  case passphrase = 1
  /// A file.
  case keyFile = 2
  /// A code on paper.
  case recoveryCode = 3
  /// A TPM 2.0, with a PIN or without.
  case tpm = 4
  /// A key that the desktop's Secret Service keeps.
  case secretService = 5
  /// A credential that systemd hands to a service.
  case systemdCredential = 6
}
