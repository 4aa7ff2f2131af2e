#if !canImport(Darwin)
import OmamoriCore
import OmamoriCrypto

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
  /// - Throws: ``KeychainError/corrupt(_:)``, ``KeychainError/newerFormat(version:)``.
  init(decoding bytes: [UInt8]) throws(KeychainError) {
    if let version = bytes.first, version > Self.version { throw .newerFormat(version: Int(version)) }
    do throws(FieldReader.Malformed) {
      try self.init(bytes)
    } catch {
      throw .corrupt(.item)
    }
  }

  private init(_ bytes: [UInt8]) throws(FieldReader.Malformed) {
    guard bytes.count <= Self.greatestByteCount else { throw FieldReader.Malformed() }
    var reader = unsafe FieldReader(bytes.byteSpan.bytes)  // because UInt8 has no padding
    guard try reader.number(UInt8.self) == Self.version else { throw FieldReader.Malformed() }
    needsAll = try Self.flag(&reader)
    let count = try reader.number(UInt8.self)
    guard count <= 4 else { throw FieldReader.Malformed() }
    var leaves: [Leaf] = []
    for _ in 0..<count { leaves.append(try Self.leaf(&reader)) }
    self.leaves = leaves
    password = try Self.flag(&reader) ? try Self.password(&reader) : nil
    guard !leaves.isEmpty || password != nil else { throw FieldReader.Malformed() }
    for _ in 0..<sealedKeyCount { sealedKeys.append(try reader.bytes(KeyWrap.sealedKeyByteCount)) }
    try reader.end()
  }

  private static func leaf(_ reader: inout FieldReader) throws(FieldReader.Malformed) -> Leaf {
    guard let part = AccessPlan.Part(rawValue: try reader.number(UInt8.self)) else {
      throw FieldReader.Malformed()
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
    _ reader: inout FieldReader
  ) throws(FieldReader.Malformed) -> PasswordParameters {
    let salt = try reader.bytes(SlotParameters.saltByteCount)
    let cost = Argon2Cost(
      memory: Int(try reader.number(UInt32.self)), passes: Int(try reader.number(UInt32.self)),
      lanes: Int(try reader.number(UInt32.self)))
    guard SlotCost.isAcceptable(cost) else { throw FieldReader.Malformed() }
    return PasswordParameters(salt: salt, cost: cost)
  }

  private static func flag(_ reader: inout FieldReader) throws(FieldReader.Malformed) -> Bool {
    switch try reader.number(UInt8.self) {
    case 0: false
    case 1: true
    default: throw FieldReader.Malformed()
    }
  }
}
#endif
