import OmamoriCore

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
