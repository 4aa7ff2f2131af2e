import OmamoriCore
import OmamoriKeychain

/// A store under test, with the sentences that cases are written in.
package struct Conformance: Sendable {
  let store: any ConformanceStore
  var keychain: any KeychainBackend { store.backend }

  // MARK: - Items

  /// A secret with these characters.
  func secret(_ text: String) -> SharedSecretBytes {
    SharedSecretBytes(SecretBytes(copying: Array(text.utf8)))
  }

  /// A generic password.
  func password(
    _ account: String = "account", service: String = "service", _ text: String = "secret"
  ) -> NewItem {
    NewItem(
      .genericPassword, [.account: .text(account), .service: .text(service)], secret: secret(text))
  }

  /// An item of a class with all attributes of its primary key.
  func sample(_ itemClass: ItemClass, _ text: String = "secret") -> NewItem {
    var attributes = ItemAttributes()
    for attribute in itemClass.primaryKey { attributes[attribute] = attribute.sample }
    return NewItem(itemClass, attributes, secret: secret(text))
  }

  /// A query for a generic password.
  func query(_ account: String = "account", service: String = "service") -> ItemQuery {
    ItemQuery(.genericPassword, [.account: .text(account), .service: .text(service)])
  }

  /// A query for all generic passwords of the service.
  func everything(service: String = "service") -> ItemQuery {
    ItemQuery(.genericPassword, [.service: .text(service)], synchronizable: .any, limit: .all)
  }

  // MARK: - What is done

  /// Stores an item whatever was there.
  @discardableResult
  func put(_ item: NewItem, if condition: PutCondition = .always) async throws -> KeychainItem? {
    try await keychain.put(item, if: condition, access: .none)
  }

  @discardableResult
  func add(_ item: NewItem) async throws -> KeychainItem { try await keychain.add(item) }

  func update(_ query: ItemQuery, _ changes: ItemChanges) async throws -> Int {
    try await keychain.update(query, changes, access: .none)
  }

  /// The one item that matches, with its secret.
  func one(_ query: ItemQuery, line: Int = #line) async throws -> KeychainItem {
    let found = try await keychain.find(query, withSecrets: true)
    guard let first = found.first, found.count == 1 else {
      throw ConformanceFailure("\(found.count) items in place of one", line: line)
    }
    return first
  }

  /// How many items match.
  func count(_ query: ItemQuery) async throws -> Int {
    var query = query
    if query.reference == nil { query.limit = .all }
    return try await keychain.find(query).count
  }

  // MARK: - What has to hold

  func expect(_ condition: Bool, _ text: String = "it does not hold", line: Int = #line) throws {
    guard condition else { throw ConformanceFailure(text, line: line) }
  }

  func expect<Value: Equatable>(_ value: Value, is expected: Value, line: Int = #line) throws {
    guard value == expected else { throw ConformanceFailure("\(value) in place of \(expected)", line: line) }
  }

  func expect(_ item: KeychainItem, holds text: String, line: Int = #line) throws {
    guard (item.secret ?? secret("")) == secret(text) else {
      throw ConformanceFailure("the secret is another", line: line)
    }
  }

  func expect(_ errors: KeychainError..., line: Int = #line, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as KeychainError {
      guard errors.contains(error) else {
        throw ConformanceFailure("\(error) in place of \(errors)", line: line)
      }
      return
    }
    throw ConformanceFailure("no error in place of \(errors)", line: line)
  }
}

extension ItemAttribute {
  /// A value that an item may have.
  var sample: AttributeValue { value("one", 1, flag: true) }
  /// Another one.
  var otherSample: AttributeValue { value("two", 2, flag: false) }

  private func value(_ text: String, _ number: Int64, flag: Bool) -> AttributeValue {
    switch self {
    case .networkProtocol: return .text(flag ? "htps" : "http")
    case .authenticationType: return .text(flag ? "dflt" : "httd")
    case .keyClass: return .number(flag ? 1 : 0)
    case .type where !flag: return .number(42)
    case .type: return .number(73)
    case .keySizeInBits, .effectiveKeySize: return .number(flag ? 256 : 384)
    case .certificateType: return .number(flag ? 3 : 1)
    default: break
    }
    switch kind {
    case .text: return .text(text)
    case .data: return .data(Data(text.utf8))
    case .number: return .number(number)
    case .flag: return .flag(flag)
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(number)))
    }
  }
}
