import OmamoriCore

/// Collects items and notes within limits, and keeps primary keys apart.
struct ImportBuilder {
  private(set) var result = ImportResult()
  private let limits: ImportLimits
  private var taken: Set<PrimaryKey> = []
  private var numbers: [PrimaryKey: Int] = [:]

  init(limits: ImportLimits) { self.limits = limits }

  /// Adds an item; one whose primary key is taken gets a number behind its service.
  ///
  /// - Throws: ``KeychainError/tooMany(limit:)``, and what is wrong with an item that no store would take.
  mutating func add(_ item: NewItem, named name: String, line: Int? = nil) throws(KeychainError) {
    guard result.items.count < limits.items else { throw .tooMany(limit: limits.items) }
    do throws(KeychainError) {
      try ItemRules.check(item)
    } catch {
      guard case .tooLarge = error else { throw error }
      return note(.tooLarge, named: name, line: line)
    }
    if taken.insert(Self.key(item)).inserted {
      result.items.append(item)
    } else {
      result.items.append(renamed(item))
      note(.renamed, named: name, line: line)
    }
  }

  /// Notes that something was left out.
  mutating func note(_ reason: ImportReason, named name: String, line: Int? = nil) {
    result.counts[reason, default: 0] += 1
    guard result.notes.count < ImportResult.greatestListing else { return }
    result.notes.append(ImportNote(reason: reason, name: Redacted(name), line: line))
  }

  /// An item of the same content under a name that is free.
  private mutating func renamed(_ item: NewItem) -> NewItem {
    var copy = item
    if copy.itemClass != .genericPassword {
      // Servers cannot be renamed, so the second one becomes an item with a name.
      let label = item.attributes.text(.label) ?? item.attributes.text(.server) ?? ""
      copy.itemClass = .genericPassword
      copy.attributes = ItemAttributes(
        item.attributes.values.filter { ItemClass.genericPassword.attributes.contains($0.key) })
      copy.attributes[.service] = .text(label)
      if taken.insert(Self.key(copy)).inserted { return copy }
    }
    let base = copy.attributes.text(.service) ?? ""
    let first = Self.key(copy)
    var number = numbers[first] ?? 1
    repeat {
      number += 1
      copy.attributes[.service] = .text("\(base) (\(number))")
    } while !taken.insert(Self.key(copy)).inserted
    numbers[first] = number
    return copy
  }

  private static func key(_ item: NewItem) -> PrimaryKey {
    PrimaryKey(
      item.itemClass, item.attributes, group: item.accessGroup ?? "",
      isSynchronizable: item.isSynchronizable)
  }
}

/// An entry of a password manager, before it becomes items.
struct PasswordEntry {
  /// The folders or groups and the title.
  var path: [String]
  var account = ""
  var address = ""
  var password: SharedSecretBytes?
  /// Further secrets by name: notes, one-time passwords, fields of the person's own.
  var extras: [(name: String, secret: SharedSecretBytes)] = []
  var line: Int?
  /// Whether all of it could be read; what could not is no reason for an item with an empty secret.
  var isReadable = true

  /// The path as one name.
  var name: String {
    let parts = path.filter { !$0.isEmpty }
    return parts.isEmpty ? (address.isEmpty ? "untitled" : address) : parts.joined(separator: "/")
  }

  /// Turns the entry into items: one for the password, one for each further secret.
  ///
  /// Notes often hold recovery codes, so they are kept as secrets, not as comments.
  ///
  /// - Throws: ``KeychainError/tooMany(limit:)``.
  func add(to builder: inout ImportBuilder) throws(KeychainError) {
    let name = name
    let isEmpty = (password?.count ?? 0) == 0
    // An item without a secret could take the place of one that has it.
    guard !isEmpty || !extras.isEmpty else {
      return builder.note(isReadable ? .empty : .unreadable, named: name, line: line)
    }
    if !isReadable { builder.note(.unreadable, named: name, line: line) }
    if let password, !isEmpty {
      try builder.add(item(named: name, password), named: name, line: line)
    }
    for extra in extras {
      let item = NewItem(
        .genericPassword,
        [
          .service: .text(name), .account: .text("\(account)#\(extra.name)"), .label: .text(name),
          .description: .text(extra.name),
        ],
        secret: extra.secret)
      try builder.add(item, named: name, line: line)
    }
  }

  private func item(named name: String, _ secret: SharedSecretBytes) -> NewItem {
    guard let web = WebAddress(address) else {
      var attributes: ItemAttributes = [
        .service: .text(name), .account: .text(account), .label: .text(name),
      ]
      if !address.isEmpty { attributes[.comment] = .text(address) }
      return NewItem(.genericPassword, attributes, secret: secret)
    }
    var attributes: ItemAttributes = [
      .server: .text(web.host), .account: .text(account), .networkProtocol: .text(web.networkProtocol),
      .path: .text(web.path), .label: .text(name), .comment: .text(address),
    ]
    if web.port > 0 { attributes[.port] = .number(web.port) }
    return NewItem(.internetPassword, attributes, secret: secret)
  }
}

/// The parts of a URL that an internet password has attributes for.
struct WebAddress: Equatable {
  let networkProtocol: String
  let host: String
  let port: Int64
  let path: String

  /// Takes a URL apart; `nil` when it has no known scheme or no host, or is longer than 2,048 bytes.
  init?(_ text: String) {
    guard text.utf8.count <= 2048, let separator = text.firstRange(of: "://"),
      let code = NetworkProtocol.codes[text[..<separator.lowerBound].lowercased()]
    else { return nil }
    let rest = text[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    var authority = rest[..<end]
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    var port: Int64 = 0
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = UInt16(digits.isEmpty ? "0" : digits)
      else { return nil }
      (port, authority) = (Int64(number), authority[..<colon])
    }
    guard !authority.isEmpty, !authority.contains(where: \.isWhitespace) else { return nil }
    (networkProtocol, host, self.port) = (code, authority.lowercased(), port)
    let path = rest[end...].prefix { $0 != "?" && $0 != "#" }
    self.path = path == "/" ? "" : String(path)
  }
}

/// Secret bytes on their way from a file into locked memory.
enum PlainBytes {
  /// A secret with the bytes, which are overwritten.
  static func secret(takingOver bytes: inout [UInt8]) -> SharedSecretBytes {
    let secret = SharedSecretBytes(SecretBytes(copying: bytes))
    wipe(&bytes)
    return secret
  }

  /// Moves a part behind other bytes; what it leaves in other memory is overwritten.
  static func append(_ part: inout [UInt8], to bytes: inout [UInt8]) {
    let count = bytes.count + part.count
    if count > bytes.capacity {
      var grown: [UInt8] = []
      grown.reserveCapacity(max(count, 2 * bytes.capacity))
      grown += bytes
      wipe(&bytes)
      bytes = grown
    }
    bytes += part
    wipe(&part)
  }

  /// Overwrites the bytes with zeros.
  @inline(never)
  static func wipe(_ bytes: inout [UInt8]) {
    for index in bytes.indices { bytes[index] = 0 }
    withExtendedLifetime(bytes) {}
    bytes = []
  }
}
