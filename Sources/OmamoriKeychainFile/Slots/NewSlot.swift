public import OmamoriCrypto
public import OmamoriKeychain

/// A slot to be added to a keychain file.
public struct NewSlot: Sendable {
  /// What a slot is opened with.
  @nonexhaustive
  public enum Secret: Sendable {
    /// A passphrase, and what one guess costs: Argon2id with at least 19 MiB and 2 passes.
    case passphrase(Password, cost: PasswordCost = NewSlot.standardCost)
    /// A file that is there, of 32 bytes to 1 MiB that nobody can guess, readable for its owner only.
    case keyFile(path: String)
    /// A file with 32 random bytes that is made for the slot; nothing may stand at its path.
    case newKeyFile(path: String)
    /// A code that the person keeps on paper.
    case recoveryCode(RecoveryCode)
    /// The TPM of this machine; with a PIN, it counts wrong ones and refuses for a while.
    case tpm(pin: Password?)
    /// The Secret Service of this session: whoever is logged in opens the store.
    case secretService
    /// A credential of systemd, of at least 32 bytes that nobody can guess.
    case systemdCredential(name: String)
    /// A credential of systemd that holds a passphrase; a line feed at its end does not count.
    case systemdPassphrase(name: String)
  }

  /// What one guess of a passphrase costs unless said otherwise: 64 MiB, 3 passes, 4 lanes, about a tenth of a second.
  public static let standardCost = PasswordCost.argon2id(memory: 64 << 10, passes: 3, lanes: 4)

  /// What a person calls it: 1 to 64 bytes of UTF-8 that show, different from the names of the other slots.
  public var name: String
  /// What it is opened with.
  public var secret: Secret

  /// Makes a slot to be added.
  ///
  /// - Parameters:
  ///   - name: What a person calls it.
  ///   - secret: What it is opened with.
  public init(_ name: String, _ secret: Secret) { (self.name, self.secret) = (name, secret) }

  /// The kind of the slot.
  public var kind: SlotKind {
    switch secret {
    case .passphrase: .passphrase
    case .keyFile, .newKeyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential, .systemdPassphrase: .systemdCredential
    }
  }
}

/// Another passphrase for a slot that was calculated with already, so that changing it takes no time.
///
/// Safe to share between threads.
struct PreparedPassphrase: Sendable {
  /// The slot's identifier.
  let id: SlotID
  /// What led to the key of the passphrase that was proved.
  let old: SlotParameters
  /// The slot's new key.
  let key: SlotKey
  /// What leads to the new key.
  let parameters: SlotParameters
  /// Which passcode key is wrapped.
  let publicKey: PasscodePublicKey
  /// The passcode key, for the new passphrase.
  let wrappedPasscode: [UInt8]
}

/// A slot whose secret was worked on already, so that adding it takes no time.
///
/// Safe to share between threads.
struct PreparedSlot: Sendable {
  /// The slot's identifier.
  let id: SlotID
  /// What a person calls it.
  let name: String
  /// The slot's key.
  let key: SlotKey
  /// What leads to the key again.
  let parameters: SlotParameters
  /// The passcode key; of passphrases only.
  let passcode: PasscodeKey?
  /// Whether the passcode key comes with this slot.
  let isPasscodeNew: Bool
}

/// What guessing a passphrase once may and must cost.
enum SlotCost {
  /// 64 MiB, 3 passes, 4 lanes: the second choice of RFC 9106.
  static let standard = Argon2Cost(memory: 64 << 10, passes: 3, lanes: 4)

  /// Whether a stored cost is calculated at all: a changed file must not take all memory or hours of time.
  static func isAcceptable(_ cost: Argon2Cost) -> Bool {
    1...16 ~= cost.lanes && 1...16 ~= cost.passes && 8 * cost.lanes...1 << 20 ~= cost.memory
  }

  /// The cost of a new passphrase.
  ///
  /// - Throws: `KeychainError.unsupported(_:)` for another function than Argon2id, `KeychainError.invalidRequest(_:)`
  ///   for less than 19 MiB or 2 passes, and for more than is ever calculated.
  static func checked(_ cost: PasswordCost) throws(KeychainError) -> Argon2Cost {
    guard case .argon2id(let memory, let passes, let lanes) = cost else { throw .unsupported(.slot) }
    let cost = Argon2Cost(memory: memory, passes: passes, lanes: lanes)
    guard isAcceptable(cost), memory >= 19 << 10, passes >= 2 else { throw .invalidRequest(.weakSecret) }
    return cost
  }
}

/// What a caller brings along to open a keychain file.
///
/// Every slot of the kind is tried. It prints its kind only.
@nonexhaustive
public enum SlotCredential: Sendable {
  /// A passphrase.
  case passphrase(Password)
  /// The path of a key file.
  case keyFile(path: String)
  /// A recovery code.
  case recoveryCode(RecoveryCode)
  /// The TPM of this machine, with the PIN of the slot if it has one.
  case tpm(pin: Password?)
  /// The Secret Service of this session.
  case secretService
  /// A credential of systemd; the slot knows its name.
  case systemdCredential

  /// The kind of slots that it may open.
  public var kind: SlotKind {
    switch self {
    case .passphrase: .passphrase
    case .keyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential: .systemdCredential
    }
  }
}
