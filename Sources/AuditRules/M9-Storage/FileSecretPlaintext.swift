import AuditEngine
import OmamoriCore
import OmamoriReport

/// A secret written to a file as it is.
struct FileSecretPlaintext: SwiftRule {
  static let metadata = RuleMetadata(
    id: "file-secret-plaintext",
    title: LocalizedText("Secret in a plain file", ja: "平文ファイルに書き込まれた秘密情報"),
    why: LocalizedText(
      """
      A file in the app's container is read from backups, by file sharing, and by whoever gets hold of the \
      unlocked phone.
      """,
      ja: """
        アプリのコンテナ内のファイルは、バックアップやファイル共有、ロック解除されたデバイスから読み取られます。
        """),
    fix: RuleFix(
      LocalizedText(
        """
        Keep it in the Keychain, or seal it first (AES.GCM.seal, FileEncryptor) and write with \
        .completeFileProtection.
        """,
        ja: """
          Keychain に保存するか、暗号化（AES.GCM.seal、FileEncryptor）してから .completeFileProtection を\
          指定して書き込んでください。
          """),
      library: .crypto),
    severity: .high, confidence: .high, cwe: [312], owaspMobile2024: [.m9], owaspMobile2016: [.m2],
    example: RuleMetadata.Example(
      bad: """
        try password.write(to: file, atomically: true, encoding: .utf8)
        """,
      good: """
        let sealed = try AES.GCM.seal(Data(password.utf8), using: key).combined
        try sealed?.write(to: file, options: .completeFileProtection)
        """))

  static let triggers: Set<String> = ["write", "createFile"]

  func check(_ source: SwiftSource, _ report: inout FileReport) {
    for write in FileWrite.all(in: source) {
      guard !write.isSealed(in: source), let secret = write.secret(in: source),
        !write.isSettings(named: secret.name, in: source),
        !FileWrite.isMadeBySealing(named: secret.name, source)
      else { continue }
      report.add(
        Self.self, at: write.call.range,
        LocalizedText(
          "\(secret.name) is written to a file without encryption.",
          ja: "\(secret.name) が暗号化されずにファイルへ書き込まれています。"),
        severity: secret.isGrave ? .high : .medium, confidence: secret.confidence, flow: secret.steps)
    }
  }
}

extension FileSecretPlaintext: FlowRule {
  static let places: FlowSinkClass = .file
  static let sources: TaintKind = [.secret, .personal]
  static let family: Set<RuleID> = ["archive-secret", "plist-secret-written", "temp-file-sensitive"]

  func message(_ arrival: FlowArrival) -> LocalizedText? {
    LocalizedText(
      "\(arrival.source) is written to a file without encryption (\(arrival.sink)).",
      ja: "\(arrival.source) が暗号化されずにファイルへ書き込まれています（\(arrival.sink)）。")
  }

  func severity(_ arrival: FlowArrival) -> Severity? { DisclosedValue.severity(arrival) }
  func confidence(_ arrival: FlowArrival) -> Confidence? { .medium }
}
