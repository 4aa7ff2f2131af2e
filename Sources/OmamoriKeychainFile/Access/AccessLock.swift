import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// An item's key behind an access control: what the proofs release has to be there before the key can be had.
///
/// The store seals the bytes with the class's key, as it would the item's key itself, and opens them with nobody's help;
/// so it can seal them again for another row, another class key or other attributes while the item's key stays.
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

extension AccessLock {
  /// Puts an item's key behind an access control; nobody is asked.
  ///
  /// - Parameters:
  ///   - key: The item's key, of 32 bytes.
  ///   - plan: What is asked for; not empty.
  ///   - context: What the lock is bound to and stays the same as long as the item's key, such as the store's identifier.
  ///   - keys: The keys of the open store.
  ///   - access: What the caller brought: an authenticator that can ask for what the plan needs, and the item's password.
  /// - Throws: `KeychainError.unsupported(_:)` when what is asked for could never be met here: without a passphrase,
  ///   without an authenticator, or with one that does not say who is enrolled; `KeychainError.denied` without the
  ///   password.
  init(
    _ key: SymmetricKey,
    behind plan: AccessPlan,
    context: [UInt8],
    keys: AccessKeys,
    access: ItemAccess
  ) async throws(KeychainError) {
    var leaves: [Leaf] = []
    var leafKeys: [SymmetricKey] = []
    for part in plan.parts {
      do throws(KeychainError) {
        let (leaf, leafKey) = try await Self.make(part, context, keys, access.authenticator)
        leaves.append(leaf)
        leafKeys.append(leafKey)
      } catch .unsupported(.accessControl) where !plan.needsAll {
        // Another one is enough.
        continue
      }
    }
    guard plan.parts.isEmpty || !leaves.isEmpty else { throw .unsupported(.accessControl) }
    var parameters: PasswordParameters?
    var password: SymmetricKey?
    if plan.hasPassword {
      let made = PasswordParameters(
        salt: try KeyWrap.random(SlotParameters.saltByteCount), cost: SlotCost.standard)
      password = try await made.key(access)
      parameters = made
    }
    self.init(needsAll: plan.needsAll, leaves: leaves, password: parameters)
    let groups = plan.needsAll || leafKeys.isEmpty ? [leafKeys] : leafKeys.map { [$0] }
    for group in groups {
      sealedKeys.append(
        try KeyWrap.seal(key, under: sealingKey(group, password), authenticating: binding(context)))
    }
  }

  private static func make(
    _ part: AccessPlan.Part,
    _ context: [UInt8],
    _ keys: AccessKeys,
    _ authenticator: (any Authenticator)?
  ) async throws(KeychainError) -> (Leaf, SymmetricKey) {
    if part == .passcode {
      guard let passcode = keys.passcode else { throw .unsupported(.accessControl) }
      let key = SymmetricKey(size: .bits256)
      return (.passcode(passcode, sealed: try passcode.seal(key, context: context)), key)
    }
    guard let authenticator else { throw .unsupported(.accessControl) }
    let salt = try KeyWrap.random(32)
    guard part == .currentBiometry else {
      return (.gate(part, salt: salt), gateKey(keys, part, salt: salt, state: nil))
    }
    guard let state = await authenticator.enrolmentState(), !state.isEmpty else {
      throw .unsupported(.accessControl)
    }
    return (
      .enrolment(salt: salt, digest: digest(salt, state)), gateKey(keys, part, salt: salt, state: state)
    )
  }

  /// The key of a leaf that a person's answer releases; the enrolment is part of it.
  static func gateKey(
    _ keys: AccessKeys,
    _ part: AccessPlan.Part,
    salt: [UInt8],
    state: Data?
  ) -> SymmetricKey {
    KeyWrap.derive("access gate", from: keys.gate, salt: salt, [part.rawValue] + (state ?? Data()))
  }

  /// What stands for an enrolment in a lock.
  static func digest(_ salt: [UInt8], _ state: Data) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array("omamori keychain enrolment".utf8) + salt)
    hash.update(data: state)
    return Array(hash.finalize())
  }
}

extension AccessLock.PasswordParameters {
  /// The key of an item's own password, calculated on a thread of its own.
  ///
  /// - Throws: `KeychainError.denied` without a password.
  func key(_ access: ItemAccess) async throws(KeychainError) -> SymmetricKey {
    guard let password = access.applicationPassword, password.count > 0 else { throw .denied }
    let (salt, cost) = (salt, cost)
    return try await OwnThread.run { () throws(KeychainError) in
      let root = try SlotKey.root(Password(password.copy()), salt: salt, cost: cost)
      return KeyWrap.derive("access password", from: root, salt: salt)
    }
  }
}

extension AccessLock {
  private static let saltByteCount = 32
  private static let digestByteCount = 32

  /// The lock as bytes.
  var encoded: [UInt8] { header + sealedKeys.flatMap(\.self) }

  /// Everything but the sealed keys, which are bound to it.
  var header: [UInt8] {
    var writer = FieldWriter()
    writer.append([Self.version, needsAll ? 1 : 0, UInt8(clamping: leaves.count)])
    for leaf in leaves {
      switch leaf {
      case .passcode(let key, let sealed):
        writer.append([AccessPlan.Part.passcode.rawValue] + key.bytes + sealed)
      case .gate(let part, let salt): writer.append([part.rawValue] + salt)
      case .enrolment(let salt, let digest):
        writer.append([AccessPlan.Part.currentBiometry.rawValue] + salt + digest)
      }
    }
    writer.number(password == nil ? UInt8(0) : 1)
    if let password {
      writer.append(password.salt)
      for number in [password.cost.memory, password.cost.passes, password.cost.lanes] {
        writer.number(UInt32(clamping: number))
      }
    }
    return writer.bytes
  }

  /// Reads a lock.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  init(decoding bytes: [UInt8]) throws(KeychainError) {
    if let version = bytes.first, version > Self.version { throw .newerFormat(version: Int(version)) }
    do throws(ByteProblem) {
      try self.init(bytes)
    } catch {
      throw .corrupt(.item)
    }
  }

  private init(_ bytes: [UInt8]) throws(ByteProblem) {
    guard bytes.count <= Self.greatestByteCount else { throw .unexpected }
    var reader = ByteReader(bytes.rawSpan)
    guard try reader.number(UInt8.self) == Self.version else { throw .unexpected }
    needsAll = try reader.flag()
    let count = try reader.number(UInt8.self)
    guard count <= 4 else { throw .unexpected }
    var leaves: [Leaf] = []
    for _ in 0..<count { leaves.append(try Self.leaf(&reader)) }
    self.leaves = leaves
    password = try reader.flag() ? try Self.password(&reader) : nil
    guard !leaves.isEmpty || password != nil else { throw .unexpected }
    for _ in 0..<sealedKeyCount { sealedKeys.append(try reader.bytes(KeyWrap.sealedKeyByteCount)) }
    try reader.end()
  }

  private static func leaf(_ reader: inout ByteReader<ByteProblem>) throws(ByteProblem) -> Leaf {
    guard let part = AccessPlan.Part(rawValue: try reader.number(UInt8.self)) else {
      throw .unexpected
    }
    switch part {
    case .passcode:
      return .passcode(
        PasscodePublicKey(bytes: try reader.bytes(PasscodePublicKey.byteCount)),
        sealed: try reader.bytes(PasscodePublicKey.sealedByteCount))
    case .presence, .anyBiometry: return .gate(part, salt: try reader.bytes(saltByteCount))
    case .currentBiometry:
      return .enrolment(
        salt: try reader.bytes(saltByteCount), digest: try reader.bytes(digestByteCount))
    }
  }

  private static func password(
    _ reader: inout ByteReader<ByteProblem>
  ) throws(ByteProblem) -> PasswordParameters {
    let salt = try reader.bytes(SlotParameters.saltByteCount)
    let cost = Argon2Cost(
      memory: Int(try reader.number(UInt32.self)), passes: Int(try reader.number(UInt32.self)),
      lanes: Int(try reader.number(UInt32.self)))
    guard SlotCost.isAcceptable(cost) else { throw .unexpected }
    return PasswordParameters(salt: salt, cost: cost)
  }
}

extension AccessLock {
  /// Takes an item's key out of a lock, with the proofs that a caller brought or a person gives.
  ///
  /// Where one proof is enough, a passphrase that is brought along counts, and nobody is asked. Of several things that
  /// are all needed those that cost nothing are looked at first, so that nobody is asked in vain.
  ///
  /// - Parameters:
  ///   - context: What the lock is bound to.
  ///   - keys: The keys of the open store.
  ///   - store: The store.
  ///   - slots: Its slots; passphrases are tried with them.
  ///   - access: What the caller brought.
  /// - Returns: The item's key.
  /// - Throws: `KeychainError.denied` without a proof, `KeychainError.wrongCredential` for a wrong passphrase or
  ///   password, `KeychainError.invalidated` when the passphrases or the enrolment are others for good,
  ///   `KeychainError.cancelled`, `KeychainError.lockedOut(seconds:)`, `KeychainError.unavailable(_:)`,
  ///   `KeychainError.corrupt(_:)`.
  func open(
    context: [UInt8],
    keys: AccessKeys,
    store: StoreID,
    slots: [SlotRecord],
    access: ItemAccess
  ) async throws(KeychainError) -> SymmetricKey {
    guard password == nil || access.applicationPassword != nil else { throw .denied }
    let proofs = AccessProofs(context: context, keys: keys, store: store, slots: slots, access: access)
    let chosen = try choice(keys, access)
    var leafKeys: [SymmetricKey] = []
    for index in chosen {
      guard case .passcode(_, let sealed) = leaves[index] else { continue }
      leafKeys.append(try await proofs.passcode(sealed))
    }
    let passwordKey = try await password?.key(access)
    let gates = chosen.map { leaves[$0] }.filter(\.isGate)
    do throws(KeychainError) {
      leafKeys += try await proofs.gates(gates)
    } catch .invalidated where isPasscodeEnough(keys) {
      throw .denied
    }
    let sealed = sealedKeys[needsAll ? 0 : chosen.first ?? 0]
    let opened = KeyWrap.openKey(
      sealed, under: sealingKey(leafKeys, passwordKey), authenticating: binding(context))
    guard let opened else { throw password == nil ? .corrupt(.item) : .wrongCredential }
    return opened
  }

  /// Whether a passphrase would still open the lock when the enrolment is another one.
  private func isPasscodeEnough(_ keys: AccessKeys) -> Bool {
    !needsAll && leaves.contains { !$0.isGate && $0.isAlive(keys) }
  }

  /// The places of the leaves to be opened: all, or the one that is easiest for the person.
  private func choice(_ keys: AccessKeys, _ access: ItemAccess) throws(KeychainError) -> [Int] {
    guard !leaves.isEmpty else { return [] }
    let alive = leaves.indices.filter { leaves[$0].isAlive(keys) }
    let possible = alive.filter { leaves[$0].isPossible(access) }
    if needsAll {
      guard alive.count == leaves.count else { throw .invalidated }
      guard possible.count == leaves.count else { throw .denied }
      return possible
    }
    guard !alive.isEmpty else { throw .invalidated }
    guard let first = possible.first(where: { !leaves[$0].isGate }) ?? possible.first else { throw .denied }
    return [first]
  }
}

extension AccessLock.Leaf {
  /// Whether a person's answer releases it.
  var isGate: Bool {
    if case .passcode = self { return false }
    return true
  }

  /// Whether it can be opened at all: the passphrases that it was made for are still there.
  fileprivate func isAlive(_ keys: AccessKeys) -> Bool {
    guard case .passcode(let key, _) = self else { return true }
    return key == keys.passcode
  }

  /// Whether the caller brought what it takes to try.
  fileprivate func isPossible(_ access: ItemAccess) -> Bool {
    isGate ? access.authenticator != nil : access.passphrase != nil
  }
}
