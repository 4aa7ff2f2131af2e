import OmamoriCore
import OmamoriKeychain

/// What a client of an agent asks for: one message.
enum AgentRequest: Sendable {
  /// The version of the protocol, the first byte of every message.
  static let version: UInt8 = 1

  /// How the agent and its store are.
  case status
  /// To unlock the store; also when an anchor that remembered it has no record any more, if that is accepted.
  case unlock(AgentCredential, acceptingMissingRecord: Bool)
  /// To lock the store, completely or as a locked screen does.
  case lock(isComplete: Bool)
  /// To lock the store and to end.
  case stop
  /// `KeychainBackend.put(_:if:access:)`.
  case put(NewItem, PutCondition, ItemAccess)
  /// `KeychainBackend.find(_:withSecrets:access:)`.
  case find(ItemQuery, withSecrets: Bool, ItemAccess)
  /// `KeychainBackend.update(_:_:access:)`.
  case update(ItemQuery, ItemChanges, ItemAccess)
  /// `KeychainBackend.remove(_:)`.
  case remove(ItemQuery)
  /// To begin a transaction; the requests on this connection belong to it until one of the next two.
  case begin
  /// To keep what the transaction did.
  case commit
  /// To undo what the transaction did.
  case rollback
  /// To be told the changes from now on.
  case changes
  /// What a person answered to ``AgentReply/question(_:)``.
  case answer(AuthenticationOutcome)
}

extension AgentRequest {
  /// The message.
  var message: SecretBytes {
    var writer = WireWriter()
    writer.number(Self.version)
    switch self {
    case .status: writer.number(UInt8(1))
    case .unlock(let credential, let isMissingRecordAccepted):
      writer.number(UInt8(2))
      writer.flag(isMissingRecordAccepted)
      writer.name(credential.kind)
      writer.secret(credential.secret)
      writer.optional(credential.path) { $0.text($1) }
    case .lock(let isComplete):
      writer.number(UInt8(3))
      writer.flag(isComplete)
    case .stop: writer.number(UInt8(4))
    case .put(let item, let condition, let access):
      writer.number(UInt8(5))
      writer.newItem(item)
      writer.condition(condition)
      writer.access(access)
    case .find(let query, let withSecrets, let access):
      writer.number(UInt8(6))
      writer.query(query)
      writer.flag(withSecrets)
      writer.access(access)
    case .update(let query, let changes, let access):
      writer.number(UInt8(7))
      writer.query(query)
      writer.changes(changes)
      writer.access(access)
    case .remove(let query):
      writer.number(UInt8(8))
      writer.query(query)
    case .begin: writer.number(UInt8(9))
    case .commit: writer.number(UInt8(10))
    case .rollback: writer.number(UInt8(11))
    case .changes: writer.number(UInt8(12))
    case .answer(let outcome):
      writer.number(UInt8(13))
      writer.name(outcome)
    }
    return writer.message
  }

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - message: The bytes; anything at all.
  ///   - makeAuthenticator: Makes what asks the person at the caller's side, of this kind.
  /// - Throws: `KeychainError.corrupt(_:)` for everything that is not a message,
  ///   `KeychainError.newerFormat(version:)` for one of a newer protocol.
  init(
    decoding message: SharedSecretBytes,
    makeAuthenticator: (AuthenticatorKind) -> any Authenticator = { SilentAuthenticator(kind: $0) }
  ) throws(KeychainError) {
    var reader = ByteReader(message: message.bytes)
    try reader.version(Self.version)
    switch try reader.number(UInt8.self) {
    case 1: self = .status
    case 2:
      let isMissingRecordAccepted = try reader.flag()
      self = .unlock(
        AgentCredential(
          kind: try reader.named(), secret: try reader.secret(), path: try reader.optionalText()),
        acceptingMissingRecord: isMissingRecordAccepted)
    case 3: self = .lock(isComplete: try reader.flag())
    case 4: self = .stop
    case 5: self = .put(try reader.newItem(), try reader.condition(), try reader.access(makeAuthenticator))
    case 6:
      self = .find(try reader.query(), withSecrets: try reader.flag(), try reader.access(makeAuthenticator))
    case 7: self = .update(try reader.query(), try reader.changes(), try reader.access(makeAuthenticator))
    case 8: self = .remove(try reader.query())
    case 9: self = .begin
    case 10: self = .commit
    case 11: self = .rollback
    case 12: self = .changes
    case 13: self = .answer(try reader.named())
    default: throw KeychainError.corrupt(.agent)
    }
    try reader.end()
  }
}

extension ByteReader where Failure == KeychainError {
  /// Reads the version of the protocol.
  mutating func version(_ expected: UInt8) throws(KeychainError) {
    let version = try number(UInt8.self)
    guard version <= expected else { throw .newerFormat(version: Int(version)) }
    guard version == expected else { throw error() }
  }
}

/// An authenticator that nobody hears, for messages that are only looked at.
private struct SilentAuthenticator: Authenticator {
  let kind: AuthenticatorKind

  func authenticate(_ request: AuthenticationRequest) async -> AuthenticationOutcome { .notAvailable }
}
