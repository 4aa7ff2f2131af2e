import AuditEngine
import OmamoriCore
import OmamoriReport

/// A file that holds a private key, whatever it is called.
struct PrivateKeyFile: ProjectRule, LiveSecretRule, SecretRule {
  static let examinesTests = false
  static let metadata = RuleMetadata(
    id: "private-key-file",
    title: LocalizedText("File with a private key", ja: "秘密鍵のファイル"),
    why: LocalizedText(
      """
      A key in the tree is known to everyone who ever had the repository, and one in the app to everyone who \
      downloads it. Whoever has it signs or decrypts in the name of its owner.
      """,
      ja: """
        ツリーに置かれた鍵はリポジトリを取得した全員に、アプリに含まれた鍵は入手した全員に知られます。\
        鍵を持つ者は所有者の名で署名や復号を行えます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Revoke the key and take it out of the tree and its history; keep keys of servers on servers, and let each \
        device make its own key in the Secure Enclave or with Keychain.
        """,
        ja: """
          鍵を失効させ、ツリーと履歴から取り除いてください。サーバーの鍵はサーバーだけに置き、デバイスの鍵はデバイスごとに \
          Secure Enclave または Keychain で生成してください。
          """),
      library: .keychain),
    severity: .high, confidence: .high, cwe: [321], owaspMobile2024: [.m1, .m10], owaspMobile2016: [.m9],
    example: RuleMetadata.Example(
      language: "pem",
      // Written in two parts, so that no scanner takes this file for a leak.
      bad: "-----BEGIN " + """
        PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg038mtSyqm5jFiDmy
        bIYgkvzU7qhg06OVDctoKlm52QuhRANCAARclZYAhWULed3cZqYvNNYz2iJ5P9Je
        -----END PRIVATE KEY-----
        """,
      good: """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXJWWAIVlC3nd3GamLzTWM9oieT/S
        Xi+9mc/b15Y2h5bu3vfzDKF5qJ6t5vVoksu3WhhawZtepwhQwO6XHkrJ9w==
        -----END PUBLIC KEY-----
        """))

  /// The largest file that is taken for one of keys.
  private static let sizeLimit = 1 << 20

  // MARK: Files of keys

  func check(_ project: ProjectFacts, _ report: inout ProjectReport) {
    let isBuilt = [.appBundle, .ipa].contains(project.inventory.target.kind)
    let rules = isBuilt ? nil : IgnoreRules(project.inventory.layout.ignoreRules)
    var committed: Set<String>?
    var passwords = KeyStorePassword()
    for file in project.inventory.files(.certificateOrKey) where file.size <= Self.sizeLimit {
      // A file that cannot be read any more is listed where it is read with the others.
      guard let bytes = try? file.bytes(), let key = KeyFile.privateKey(in: bytes) else { continue }
      let isBundled = isBuilt || Self.isResource(file.path, project)
      if !isBundled, rules?.ignores(file.path) == true {
        // A key that was committed before it was ignored is in the repository all the same.
        let paths = committed ?? Self.committedPaths(project)
        committed = paths
        guard paths.contains(file.path) else { continue }
      }
      let text = TextSource(path: file.path, context: file.context, bytes: bytes)
      let title = key.kind.title
      let password = key.kind == .pkcs12 ? passwords.found(for: bytes) : nil
      report.add(
        Self.self, in: text, at: Self.region(of: key, text),
        password.map { Self.message(title, openedBy: $0) } ?? Self.message(title, isBundled: isBundled),
        severity: isBundled ? .critical : .high,
        confidence: key.kind.isEncrypted && password == nil ? .medium : .high,
        secrets: Self.secrets(text, key.range))
    }
  }

  private static func committedPaths(_ project: ProjectFacts) -> Set<String> {
    (try? GitRepository(containing: project.inventory.target.path))?.committedPaths() ?? []
  }

  /// Binary files have no lines, so their first one is pointed at.
  private static func region(of key: (kind: KeyFile.Kind, range: Range<Int>), _ text: TextSource)
    -> SourceRegion
  {
    switch key.kind {
    case .pem, .age: text.lines.region(of: key.range)
    default: SourceRegion(startLine: 1, startColumn: 1, endLine: 1, endColumn: 1)
    }
  }

  private static func message(_ title: String, isBundled: Bool) -> LocalizedText {
    isBundled
      ? LocalizedText("The app contains a private key: \(title).", ja: "アプリに秘密鍵（\(title)）が含まれています。")
      : LocalizedText("The file is a private key: \(title).", ja: "このファイルは秘密鍵（\(title)）です。")
  }

  /// The password is one that everybody knows, so it may be told.
  private static func message(_ title: String, openedBy password: String) -> LocalizedText {
    password.isEmpty
      ? LocalizedText(
        "The file is a private key without a password: \(title).", ja: "このファイルはパスワードのない秘密鍵（\(title)）です。")
      : LocalizedText(
        "The file is a private key that the password “\(password)” opens: \(title).",
        ja: "このファイルはパスワード「\(password)」で開ける秘密鍵（\(title)）です。")
  }

  /// Whether a project file of Xcode names the file.
  private static func isResource(_ path: String, _ project: ProjectFacts) -> Bool {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return project.inventory.files(.xcodeProject).contains { file in
      guard let bytes = try? file.bytes() else { return false }
      return String(decoding: bytes, as: UTF8.self).contains("\(name) in Resources")
    }
  }

  private static func secrets(_ text: TextSource, _ range: Range<Int>) -> [String] {
    String(decoding: text.bytes[range].prefix(65_536), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).filter { $0.utf8.count >= 16 && !$0.hasPrefix("-") }.map(
        String.init)
  }

  // MARK: Other texts that are nothing but a key

  func check(_ text: TextSource, _ report: inout FileReport) {
    guard text.context == .app, let block = PrivateKeyText.blocks(in: text.bytes).first,
      PrivateKeyInSource.isWholeFile(block, text)
    else { return }
    report.add(
      Self.self, at: block.range, Self.message(KeyFile.Kind.pem(block.label).title, isBundled: false),
      secrets: Self.secrets(text, block.range))
  }
}
