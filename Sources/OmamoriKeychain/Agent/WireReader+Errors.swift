#if !canImport(Darwin)
import OmamoriCore

// Errors as the agent's protocol has them; WireWriter+Errors.swift writes them.
extension WireReader {
  /// The errors without anything to them.
  static let plainErrors: [(name: String, error: KeychainError)] = [
    ("locked", .locked), ("denied", .denied), ("wrongCredential", .wrongCredential),
    ("cancelled", .cancelled), ("invalidated", .invalidated), ("duplicate", .duplicate),
    ("accessGroupDenied", .accessGroupDenied), ("wrongType", .wrongType),
    ("unreadableMessage", .unreadableMessage), ("storeExists", .storeExists),
    ("diskFull", .diskFull), ("readOnly", .readOnly), ("contended", .contended), ("busy", .busy),
  ]

  mutating func error() throws(KeychainError) -> KeychainError {
    let (name, argument) = (try text(), try text())
    let first = Int64(bitPattern: try number(UInt64.self))
    let second = Int64(bitPattern: try number(UInt64.self))
    if let plain = Self.plainErrors.first(where: { $0.name == name }) { return plain.error }
    let count = first < 0 ? nil : Int(first)
    return switch name {
    case "lockedOut": .lockedOut(seconds: count)
    case "corrupt": .corrupt(try Self.named(argument))
    case "rolledBack":
      .rolledBack(expected: UInt64(bitPattern: first), found: UInt64(bitPattern: second))
    case "anchorBehind":
      .anchorBehind(recorded: UInt64(bitPattern: first), found: UInt64(bitPattern: second))
    case "unavailable": .unavailable(try Self.named(argument))
    case "unknownAttribute": .unknownAttribute(try Self.attribute(argument))
    case "invalidRequest": .invalidRequest(try Self.named(argument))
    case "classification": .classification(try Self.named(argument))
    case "tooMany": .tooMany(limit: Int(first))
    case "tooLarge": .tooLarge(limit: Int(first))
    case "unsupported": .unsupported(try Self.named(argument))
    case "newerFormat": .newerFormat(version: Int(first))
    case "slot": .slot(try Self.named(argument))
    case "insecurePermissions": .insecurePermissions(try Self.named(argument))
    case "migrationFailed": .migrationFailed(step: Int(first))
    case "malformedImport": .malformedImport(line: count)
    case "file": .file(try Self.named(argument), code: Int32(truncatingIfNeeded: first))
    case "backend": .backend(code: Int(first))
    case "status": .status(Int32(truncatingIfNeeded: first))
    default: throw Self.malformed
    }
  }

  private static func named<Value: CaseIterable>(_ name: String) throws(KeychainError) -> Value {
    guard let value = Value.allCases.first(where: { "\($0)" == name }) else { throw malformed }
    return value
  }

  private static func attribute(_ name: String) throws(KeychainError) -> ItemAttribute {
    guard let attribute = ItemAttribute(rawValue: name) else { throw malformed }
    return attribute
  }
}
#endif
