import OmamoriCore
import OmamoriCrypto
import OmamoriKeychain

/// A slot as a store keeps it: everything but its secret.
struct SlotRecord: Sendable, Hashable {
  /// The version of the format.
  static let version: UInt8 = 1

  /// What stays the same while the slot is renamed.
  let id: SlotID
  /// What a person calls it.
  var name: String
  /// When it was added, in seconds since 1970.
  let created: Int64
  /// What is needed beside the secret.
  var parameters: SlotParameters
  /// The keybag key, sealed with the slot's key.
  var wrappedKey: [UInt8]
  /// The private half of the passcode key, sealed with what only the passphrase gives; of passphrases only.
  var wrappedPasscode: [UInt8]?

  /// What anybody may see of it.
  var slot: KeychainSlot {
    var hasPIN = false
    if case .tpm(_, true, _) = parameters { hasPIN = true }
    return KeychainSlot(
      id: id, kind: parameters.kind, name: name, created: Date(timeIntervalSince1970: Double(created)),
      hasPIN: hasPIN)
  }

  /// What the sealed keybag key is bound to.
  func binding(to store: StoreID) -> [UInt8] {
    var writer = FieldWriter()
    writer.append(Array("omamori keychain slot".utf8) + [Self.version])
    writer.append(store.bytes + id.bytes + [parameters.kind.rawValue])
    writer.counted(parameters.encoded)
    return writer.bytes
  }

  /// What stands for all slots, with everything about them; the keybag is bound to it.
  static func digest(of slots: [SlotRecord]) -> [UInt8] {
    let sorted = slots.sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
    var hash = SHA256()
    hash.update(data: Array("omamori keychain slots".utf8) + [version, UInt8(clamping: slots.count)])
    for slot in sorted {
      let encoded = slot.encoded
      var length = FieldWriter()
      length.number(UInt32(clamping: encoded.count))
      hash.update(data: length.bytes + encoded)
    }
    return Array(hash.finalize())
  }
}

extension SlotRecord {
  /// The most bytes of a record.
  static let greatestByteCount = 4096

  /// The record as bytes, the same ones for the same record.
  var encoded: [UInt8] {
    var writer = FieldWriter()
    writer.number(Self.version)
    writer.append(id.bytes)
    writer.number(parameters.kind.rawValue)
    writer.number(UInt64(bitPattern: created))
    writer.counted(Array(name.utf8))
    writer.counted(parameters.encoded)
    writer.counted(wrappedKey)
    writer.counted(wrappedPasscode ?? [])
    return writer.bytes
  }

  /// Reads a record.
  ///
  /// - Throws: `KeychainError.corrupt(_:)`, `KeychainError.newerFormat(version:)`.
  init(decoding bytes: [UInt8]) throws(KeychainError) {
    if let version = bytes.first, version > Self.version { throw .newerFormat(version: Int(version)) }
    do throws(ByteProblem) {
      try self.init(bytes)
    } catch {
      throw .corrupt(.slots)
    }
  }

  private init(_ bytes: [UInt8]) throws(ByteProblem) {
    guard bytes.count <= Self.greatestByteCount else { throw .unexpected }
    var reader = ByteReader(bytes.rawSpan)
    guard try reader.number(UInt8.self) == Self.version else { throw .unexpected }
    id = SlotID(try reader.bytes(SlotID.byteCount))
    guard let kind = SlotKind(rawValue: try reader.number(UInt8.self)) else { throw .unexpected }
    created = Int64(bitPattern: try reader.number(UInt64.self))
    let name = String(validating: try Self.counted(&reader), as: UTF8.self)
    guard let name, Self.isName(name) else { throw .unexpected }
    self.name = name
    parameters = try SlotParameters(kind, decoding: try Self.counted(&reader))
    wrappedKey = try Self.counted(&reader)
    let passcode = try Self.counted(&reader)
    wrappedPasscode = passcode.isEmpty ? nil : passcode
    try reader.end()
    guard wrappedKey.count == KeyWrap.sealedKeyByteCount,
      passcode.isEmpty || kind == .passphrase && passcode.count == KeyWrap.sealedKeyByteCount
    else { throw .unexpected }
  }

  /// Whether a slot can have the name: not empty, at most 64 bytes, and nothing in it that moves a cursor.
  static func isName(_ name: String) -> Bool {
    1...KeychainSlot.greatestNameLength ~= name.utf8.count
      && name.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
      }
  }

  private static func counted(_ reader: inout ByteReader<ByteProblem>) throws(ByteProblem) -> [UInt8] {
    try reader.bytes(Int(try reader.number(UInt16.self)))
  }
}

/// What is needed beside the secret to get at the key of a slot; stored in the clear and authenticated.
enum SlotParameters: Sendable, Hashable {
  /// The length of a salt in bytes.
  static let saltByteCount = 16
  /// The most bytes of what a TPM sealed.
  static let greatestSealedByteCount = 2048

  /// A passphrase.
  case passphrase(salt: [UInt8], cost: Argon2Cost)
  /// A file.
  case keyFile(salt: [UInt8])
  /// A recovery code.
  case recoveryCode(salt: [UInt8])
  /// A key that a TPM sealed.
  case tpm(salt: [UInt8], hasPIN: Bool, sealed: [UInt8])
  /// A key that the Secret Service keeps under the slot's identifier.
  case secretService(salt: [UInt8])
  /// A credential's bytes, or, with a cost, a passphrase in it.
  case systemdCredential(salt: [UInt8], name: String, cost: Argon2Cost?)

  /// The kind of slot.
  var kind: SlotKind {
    switch self {
    case .passphrase: .passphrase
    case .keyFile: .keyFile
    case .recoveryCode: .recoveryCode
    case .tpm: .tpm
    case .secretService: .secretService
    case .systemdCredential: .systemdCredential
    }
  }

  /// The salt.
  var salt: [UInt8] {
    switch self {
    case .passphrase(let salt, _), .keyFile(let salt), .recoveryCode(let salt), .tpm(let salt, _, _),
      .secretService(let salt), .systemdCredential(let salt, _, _):
      salt
    }
  }
}

extension SlotParameters {
  /// The parameters as bytes, the salt first.
  var encoded: [UInt8] {
    var writer = FieldWriter()
    writer.append(salt)
    switch self {
    case .passphrase(_, let cost): Self.encode(cost, &writer)
    case .keyFile, .recoveryCode, .secretService: break
    case .tpm(_, let hasPIN, let sealed):
      writer.number(hasPIN ? UInt8(1) : 0)
      writer.counted(sealed)
    case .systemdCredential(_, let name, let cost):
      writer.counted(Array(name.utf8))
      writer.number(cost == nil ? UInt8(0) : 1)
      if let cost { Self.encode(cost, &writer) }
    }
    return writer.bytes
  }

  /// Reads the parameters of a slot.
  ///
  /// - Throws: `ByteProblem`, also for costs that no store of ours asks for: nothing is calculated then.
  init(_ kind: SlotKind, decoding bytes: [UInt8]) throws(ByteProblem) {
    var reader = ByteReader(bytes.rawSpan)
    let salt = try reader.bytes(Self.saltByteCount)
    switch kind {
    case .passphrase: self = .passphrase(salt: salt, cost: try Self.cost(&reader))
    case .keyFile: self = .keyFile(salt: salt)
    case .recoveryCode: self = .recoveryCode(salt: salt)
    case .secretService: self = .secretService(salt: salt)
    case .tpm:
      let hasPIN = try reader.flag()
      let count = Int(try reader.number(UInt16.self))
      guard 1...Self.greatestSealedByteCount ~= count else { throw .unexpected }
      self = .tpm(salt: salt, hasPIN: hasPIN, sealed: try reader.bytes(count))
    case .systemdCredential:
      let name = String(validating: try reader.bytes(Int(try reader.number(UInt16.self))), as: UTF8.self)
      guard let name, CredentialFile.isName(name) else { throw .unexpected }
      let cost = try reader.flag() ? try Self.cost(&reader) : nil
      self = .systemdCredential(salt: salt, name: name, cost: cost)
    }
    try reader.end()
  }

  private static func encode(_ cost: Argon2Cost, _ writer: inout FieldWriter) {
    for number in [cost.memory, cost.passes, cost.lanes] { writer.number(UInt32(clamping: number)) }
  }

  private static func cost(_ reader: inout ByteReader<ByteProblem>) throws(ByteProblem) -> Argon2Cost {
    let cost = Argon2Cost(
      memory: Int(try reader.number(UInt32.self)), passes: Int(try reader.number(UInt32.self)),
      lanes: Int(try reader.number(UInt32.self)))
    guard SlotCost.isAcceptable(cost) else { throw .unexpected }
    return cost
  }
}
