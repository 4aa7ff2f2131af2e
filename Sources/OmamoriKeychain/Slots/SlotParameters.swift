#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

/// What is needed beside the secret to get at the key of a slot; stored in the clear and authenticated.
///
/// A value; safe to share between threads.
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
#endif
