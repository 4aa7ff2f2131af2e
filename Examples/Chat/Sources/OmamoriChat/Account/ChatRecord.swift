import OmamoriCore
import OmamoriMessaging

/// The records that `omamori-chat` keeps beside those of its conversations.
enum ChatRecord {
  private static let outboxPrefix = Array("outbox/".utf8)
  private static let arrivalPrefix = Array("arrival/".utf8)
  private static let groupContentPrefix = Array("group-content/".utf8)

  /// Where the account is registered.
  static let settings = RecordName(.application, key: Array("settings".utf8))
  /// The key that the relay knows the account by.
  static let relayKey = RecordName(.application, key: Array("relay-key".utf8))
  /// The keys of the history.
  static let historyKeys = RecordName(.application, key: Array("history-keys".utf8))
  /// Envelopes that were opened and that the relay may not have forgotten yet.
  static let opened = RecordName(.application, key: Array("opened".utf8))

  /// The mark of the restoration that the account comes from.
  static let mark = RecordName(.application, key: Array("restored".utf8))
  /// The mark of a restoration elsewhere, after which the account does not go on here.
  static let successor = RecordName(.application, key: Array("successor".utf8))

  /// How far a history was shown.
  static func shown(_ key: String, _ kind: ChatHistory.Kind) -> RecordName {
    RecordName(.application, key: prefix("shown", kind) + Array(key.utf8))
  }

  /// The key of the history that was shown so far; `nil` for another record.
  static func key(ofShown name: RecordName, _ kind: ChatHistory.Kind) -> String? {
    key(of: name, prefix("shown", kind))
  }

  /// What was said; only exports have it, a store has not.
  static func lines(_ key: String, _ kind: ChatHistory.Kind) -> RecordName {
    RecordName(.application, key: prefix("history", kind) + Array(key.utf8))
  }

  /// The key of the history in which it was said; `nil` for another record.
  static func key(ofLines name: RecordName, _ kind: ChatHistory.Kind) -> String? {
    key(of: name, prefix("history", kind))
  }

  private static func prefix(_ word: String, _ kind: ChatHistory.Kind) -> [UInt8] {
    Array((kind == .peers ? word + "/" : "group-" + word + "/").utf8)
  }

  private static func key(of name: RecordName, _ prefix: [UInt8]) -> String? {
    guard name.kind == .application, name.key.starts(with: prefix) else { return nil }
    return String(validating: name.key.dropFirst(prefix.count), as: UTF8.self)
  }

  /// A number of lines as it is stored.
  static func encoded(_ count: Int) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(String(count).utf8)))
  }

  /// Reads what ``encoded(_:)`` wrote.
  ///
  /// - Throws: `MessagingError` for anything else.
  static func count(_ record: SharedSecretBytes) throws(MessagingError) -> Int {
    guard let count = Int(String(decoding: record.plainCopy, as: UTF8.self)), count >= 0 else {
      throw .storage(.damaged)
    }
    return count
  }

  /// A message on its way out; lower numbers go first.
  static func outbox(_ number: UInt64) -> RecordName {
    RecordName(.application, key: outboxPrefix + digits(number))
  }

  /// The number of a message on its way out; `nil` for another record.
  static func outboxNumber(_ name: RecordName) -> UInt64? {
    guard name.key.starts(with: outboxPrefix) else { return nil }
    return UInt64(String(decoding: name.key.dropFirst(outboxPrefix.count), as: UTF8.self), radix: 16)
  }

  /// A message that was opened and is on its way into the history.
  static func arrival(_ identifier: [UInt8]) -> RecordName {
    RecordName(.application, key: arrivalPrefix + identifier)
  }

  /// Whether a record is a message on its way into the history.
  static func isArrival(_ name: RecordName) -> Bool { name.key.starts(with: arrivalPrefix) }

  /// What came for a group inside a conversation and was not taken yet.
  static func groupContent(_ identifier: [UInt8]) -> RecordName {
    RecordName(.application, key: groupContentPrefix + identifier)
  }

  /// Whether a record is what came for a group.
  static func isGroupContent(_ name: RecordName) -> Bool { name.key.starts(with: groupContentPrefix) }

  /// Whether a record comes before another one of its kind.
  static func precedes(_ left: RecordName, _ right: RecordName) -> Bool {
    left.key.lexicographicallyPrecedes(right.key)
  }

  private static func digits(_ number: UInt64) -> [UInt8] {
    let digits = String(number, radix: 16)
    return Array((String(repeating: "0", count: 16 - digits.count) + digits).utf8)
  }
}

extension ConversationStore {
  /// Puts a record in place of the one before, whichever that is.
  func put(_ name: RecordName, _ bytes: SharedSecretBytes) async throws(MessagingError) {
    while true {
      let version = try await record(name)?.version ?? 0
      do throws(MessagingError) {
        return try await commit([RecordChange(name, expectedVersion: version, bytes: bytes)])
      } catch {
        guard error == .storage(.conflict) else { throw error }
      }
    }
  }

  /// Removes a record if it is there.
  func remove(_ name: RecordName) async throws(MessagingError) {
    while let version = try await record(name)?.version {
      do throws(MessagingError) {
        return try await commit([RecordChange(name, expectedVersion: version, bytes: nil)])
      } catch {
        guard error == .storage(.conflict) else { throw error }
      }
    }
  }
}

extension SharedSecretBytes {
  /// A copy of bytes that were stored as a secret because everything in the store is.
  var plainCopy: [UInt8] {
    // because the copy is made before the closure returns
    withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
  }
}
