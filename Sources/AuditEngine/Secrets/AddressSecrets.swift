import OmamoriReport

/// Finds the passwords in the addresses that manifests, lock files, projects and workflows name, so that no report
/// shows them: a finding about one line is shown with those around it.
enum AddressSecrets {
  /// No file has more that are masked.
  private static let limit = 10_000

  /// The passwords, and the tokens that stand for users, in the addresses of `text`.
  static func secrets(in text: TextSource) -> [String] {
    var secrets: Set<String> = []
    let bytes = text.bytes
    var index = 0
    while secrets.count < limit, let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      guard bytes[index...].starts(with: "//".utf8) else { continue }
      let start = index + 2
      let end = bytes[start...].firstIndex(where: endsAuthority) ?? bytes.count
      index = end
      guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else { continue }
      let user = String(decoding: bytes[start..<at], as: UTF8.self)
      if let secret = secret(ofUser: user) { secrets.insert(secret) }
    }
    return secrets.sorted()
  }

  /// The password behind the colon, or the token without one.
  ///
  /// Accounts of services, such as `git`, and build variables are no secrets.
  static func secret(ofUser user: String) -> String? {
    guard !user.isEmpty, !user.contains("$") else { return nil }
    guard let colon = user.firstIndex(of: ":") else { return user == "git" ? nil : user }
    let password = String(user[user.index(after: colon)...])
    return password.isEmpty ? secret(ofUser: String(user[..<colon])) : password
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte <= 0x20 || "/?#\"'<>`\\,;".utf8.contains(byte)
  }
}

extension ProjectReport {
  /// Masks what ``AddressSecrets`` finds in the files about the project, whichever rules run.
  mutating func hideAddresses(in layout: ProjectLayout) {
    var texts = layout.xcodeProjects.map(\.text) + layout.manifests.map(\.text) + layout.podfiles.map(\.text)
    texts += layout.cartfiles.map(\.text) + layout.locks.map(\.text) + layout.workflows.map(\.text)
    for text in texts { hide(AddressSecrets.secrets(in: text), in: text.path) }
  }
}
