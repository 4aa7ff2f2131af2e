import Foundation
import OmamoriCore
import Testing

@testable import OmamoriKeychain
@testable import OmamoriKeychainFile

/// What is sent arrives, and nothing that arrives does harm.
@Suite("Agent: messages") struct AgentWireTests {
  private static let secret = SharedSecretBytes(SecretBytes(copying: Array("the secret".utf8)))

  private static func reference(_ byte: UInt8) -> PersistentReference {
    guard let reference = PersistentReference(data: Data([byte])) else { preconditionFailure() }
    return reference
  }

  private static let item = KeychainItem(
    NewItem(
      .internetPassword,
      [
        .account: .text("ユーザー"), .port: .number(-1), .generic: .data(Data([0, 255])),
        .isInvisible: .flag(true),
        .creationDate: .date(Date(timeIntervalSinceReferenceDate: 0.1)),
      ],
      secret: secret, accessGroup: "group", isSynchronizable: true, accessibility: .afterFirstUnlock,
      accessControl: AccessControl(.whenPasscodeSetThisDeviceOnly, [.or, .devicePasscode, .biometryAny])),
    accessGroup: "group", synchronization: .notSynchronized, protection: .gate,
    reference: reference(1), version: ItemVersion(data: Data([4])),
    secret: secret)

  private static let requests: [AgentRequest] = {
    var query = ItemQuery(
      .key, [.keyClass: .number(1)], accessGroup: "g", synchronizable: .any, limit: .count(-3))
    let byReference = ItemQuery(reference(9))
    let new = NewItem(
      .genericPassword, [.account: .text("")], secret: nil, accessibility: .whenUnlockedThisDeviceOnly)
    let changes = ItemChanges(
      attributes: [.label: .text("l")], secret: secret, accessGroup: "h", isSynchronizable: false,
      accessibility: .whenUnlocked, accessControl: AccessControl(.whenUnlocked, .userPresence))
    let access = ItemAccess(
      reason: LocalizedText("why", ja: "なぜ"), passphrase: secret,
      applicationPassword: SharedSecretBytes(SecretBytes(copying: [])))
    query.limit = .all
    return [
      .status, .lock(isComplete: true), .lock(isComplete: false), .stop, .begin, .commit, .rollback, .changes,
      .unlock(AgentCredential(kind: .passphrase, secret: secret), acceptingMissingRecord: false),
      .unlock(AgentCredential(kind: .keyFile, path: "/key"), acceptingMissingRecord: true),
      .put(new, .absent, .none),
      .put(new, .version(ItemVersion(data: Data([7]))), access), .find(query, withSecrets: true, access),
      .find(byReference, withSecrets: false, .none), .update(query, changes, access), .remove(byReference),
    ] + AuthenticationOutcome.allCases.map { .answer($0) }
  }()

  private static let replies: [AgentReply] =
    [
      .done, .item(nil), .item(item), .items([item, item], isLast: false), .items([], isLast: true),
      .count(.max),
      .question(AuthenticationRequest(reason: LocalizedText("a", ja: "b"), policy: .biometrics)),
      .change(KeychainChange(.stored, item.reference)), .change(KeychainChange(.unknown, nil)),
      .status(
        AgentStatus(
          processIdentifier: 7, started: Date(timeIntervalSinceReferenceDate: 8), keychain: "/k",
          lockState: .locked, capabilities: [.changes], defaultAccessGroup: "d", idleLimit: 9, clients: 3,
          hasUnrecordedState: true, witness: "/w")),
    ] + errors.map { .failure($0) }

  private static let errors: [KeychainError] =
    KeychainError.plainErrors.map(\.error) + [
      .lockedOut(seconds: nil), .lockedOut(seconds: 4), .rolledBack(expected: .max, found: 1),
      .tooLarge(limit: 5), .tooMany(limit: 6), .newerFormat(version: 2), .migrationFailed(step: 3),
      .malformedImport(line: nil), .system(code: 11),
      .malformedImport(line: 9), .backend(code: -1), .status(-25308), .unknownAttribute(.path),
    ] + KeychainPlace.allCases.flatMap { [.corrupt($0), .insecurePermissions($0), .file($0, code: 13)] }
    + KeychainService.allCases.map { .unavailable($0) } + KeychainFault.allCases.map { .invalidRequest($0) }
    + KeychainFeature.allCases.map { .unsupported($0) } + SlotFault.allCases.map { .slot($0) }
    + ClassificationFault.allCases.map { .classification($0) }

  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }

  private func shared(_ bytes: [UInt8]) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: bytes))
  }

  /// Messages that are read and written again are the same.
  @Test func everyMessageArrives() throws {
    for request in Self.requests {
      let message = bytes(request.message)
      let again = try AgentRequest(decoding: shared(message))
      #expect(bytes(again.message) == message)
    }
    for reply in Self.replies {
      let message = bytes(reply.message)
      let again = try AgentReply(decoding: shared(message))
      #expect(bytes(again.message) == message)
    }
  }

  @Test func errorsKeepTheirMeaning() throws {
    for error in Self.errors {
      guard
        case .failure(let found) = try AgentReply(
          decoding: SharedSecretBytes(AgentReply.failure(error).message))
      else { throw error }
      #expect(found == error)
    }
  }

  @Test func itemsKeepEverything() throws {
    let message = SharedSecretBytes(AgentReply.items([Self.item], isLast: true).message)
    guard case .items(let items, true) = try AgentReply(decoding: message) else {
      throw KeychainError.corrupt(.agent)
    }
    let item = try #require(items.first)
    #expect(item.attributes == Self.item.attributes)
    #expect(item.secret == Self.secret)
    #expect(item.accessControl == Self.item.accessControl)
    #expect(item.synchronization == .notSynchronized && item.protection == .gate)
    #expect(item.reference == Self.item.reference && item.version == Self.item.version)
    #expect(item.accessGroup == "group" && item.accessibility == .whenPasscodeSetThisDeviceOnly)
  }

  /// Every cut, and many changes of single bytes: an error or another message, never more.
  @Test func anythingElseIsRefused() throws {
    var generator = SystemRandomNumberGenerator()
    let requests = Self.requests.map { (bytes($0.message), true) }
    for (message, isRequest) in requests + Self.replies.map({ (bytes($0.message), false) }) {
      for length in 0..<message.count {
        let cut = shared(Array(message[..<length]))
        #expect(throws: KeychainError.self) {
          if isRequest { _ = try AgentRequest(decoding: cut) } else { _ = try AgentReply(decoding: cut) }
        }
      }
      #expect(throws: KeychainError.corrupt(.agent)) {
        let long = shared(message + [0])
        if isRequest { _ = try AgentRequest(decoding: long) } else { _ = try AgentReply(decoding: long) }
      }
      for _ in 0..<200 {
        var changed = message
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          changed[Int.random(in: changed.indices, using: &generator)] = .random(
            in: 0...255, using: &generator)
        }
        _ = try? AgentRequest(decoding: shared(changed))
        _ = try? AgentReply(decoding: shared(changed))
      }
    }
  }

  @Test func anotherVersionIsNamed() {
    #expect(throws: KeychainError.newerFormat(version: 2)) { try AgentRequest(decoding: shared([2, 1])) }
    #expect(throws: KeychainError.corrupt(.agent)) { try AgentRequest(decoding: shared([0, 1])) }
    #expect(throws: KeychainError.corrupt(.agent)) { try AgentRequest(decoding: shared([1, 99])) }
  }
}
