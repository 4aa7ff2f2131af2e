#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// An item's key behind an access control: what the proofs release has to be there before the key can be had.
///
/// The store seals the bytes with the class's key, as it would the item's key itself, and opens them with nobody's help;
/// so it can seal them again for another row, another class key or other attributes while the item's key stays. A value;
/// safe to share between threads.
struct AccessLock: Sendable, Hashable {
  /// The version of the format.
  static let version: UInt8 = 1
  /// The most bytes of a lock.
  static let greatestByteCount = 1024

  /// What a thing that is asked for leaves in the lock.
  enum Leaf: Sendable, Hashable {
    /// A key sealed for the passcode key.
    case passcode(PasscodePublicKey, sealed: [UInt8])
    /// A key that the store gives out when somebody answered.
    case gate(AccessPlan.Part, salt: [UInt8])
    /// A key that the store gives out when somebody answered and the enrolment is the one that was digested.
    case enrolment(salt: [UInt8], digest: [UInt8])
  }

  /// How an item's own password is made into a key.
  struct PasswordParameters: Sendable, Hashable {
    let salt: [UInt8]
    let cost: Argon2Cost
  }

  /// Whether all leaves are needed; otherwise one is enough.
  let needsAll: Bool
  /// What is asked for.
  let leaves: [Leaf]
  /// The item's own password, where there is one.
  let password: PasswordParameters?
  /// The item's key: sealed once, or, where one leaf is enough, once for each.
  var sealedKeys: [[UInt8]] = []

  /// What the lock is worth: a gate as soon as a person's answer alone opens it.
  var protection: ItemProtection {
    if password != nil { return .keyBound }
    let isGate = needsAll ? leaves.allSatisfy(\.isGate) : leaves.contains(where: \.isGate)
    return isGate ? .gate : .keyBound
  }

  /// How many times the item's key is sealed.
  var sealedKeyCount: Int { needsAll ? 1 : max(1, leaves.count) }

  /// The key that seals the item's key, of the keys of leaves and of the password.
  func sealingKey(_ leaves: [SymmetricKey], _ password: SymmetricKey?) -> SymmetricKey {
    var all = SymmetricKey(data: [])
    for key in leaves + [password].compactMap(\.self) { all = all.followed(by: key) }
    return KeyWrap.derive("access", from: all, salt: [], header)
  }

  /// What the sealed keys are bound to.
  func binding(_ context: [UInt8]) -> [UInt8] {
    Array("omamori keychain access".utf8) + header + context
  }
}

extension SymmetricKey {
  /// Both keys one after the other.
  fileprivate func followed(by other: SymmetricKey) -> SymmetricKey {
    let left = secretBytes
    let right = other.secretBytes
    let count = left.count
    let both = SecretBytes(count: count + right.count) { room in
      // because both parts lie within the room
      unsafe room.withUnsafeMutableBytes { room in
        unsafe left.bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
        unsafe right.bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      }
    }
    return SymmetricKey(SharedSecretBytes(both))
  }
}
#endif
