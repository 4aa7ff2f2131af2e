import OmamoriCore
import OmamoriReport

/// A small audit with something of everything, the same on every run.
enum Sample {
  static func rule(
    _ id: RuleID, title: LocalizedText? = nil, categories: [OWASPMobile2024] = [.m9],
    severity: Severity = .high, cwe: [Int] = [312], masvs: [String] = ["STORAGE-1"], maswe: [Int] = [1],
    mastg: [Int] = [300], inputs: Set<AuditInput> = [.swift],
    library: RuleFix.Library = .keychain, good: String = "try keychain.set(token, for: .session)"
  ) -> RuleMetadata {
    RuleMetadata(
      id: id, title: title ?? LocalizedText("Title of \(id)", ja: "\(id) の題名"),
      why: LocalizedText("Whoever reads the file learns the secret.", ja: "ファイルを読める人が機密情報を入手できます。"),
      fix: RuleFix(LocalizedText("Keep it in the Keychain.", ja: "Keychain に保存してください。"), library: library),
      severity: severity, confidence: .high, cwe: cwe, owaspMobile2024: categories, owaspMobile2016: [.m2],
      example: RuleMetadata.Example(bad: "bad()", good: good)
    ).with(RuleStandards(weaknesses: maswe, tests: mastg, controls: masvs, inputs: inputs))
  }

  static func region(_ line: Int, _ column: Int = 5, length: Int = 12) -> SourceRegion {
    SourceRegion(startLine: line, startColumn: column, endLine: line, endColumn: column + length)
  }

  static func finding(
    _ rule: RuleID, _ severity: Severity = .high, _ confidence: Confidence = .high,
    file: String = "App/Store.swift",
    line: Int = 10, message: LocalizedText = LocalizedText("seen", ja: "検出"),
    snippet: String = "store(token)",
    flow: [FindingStep] = [], related: [FindingStep] = [], suppression: Suppression? = nil
  ) -> Finding {
    Finding(
      rule: rule, severity: severity, confidence: confidence, file: file, region: region(line),
      message: message,
      snippet: snippet, flow: flow, related: related, suppression: suppression)
  }

  static func evidence(_ kind: Evidence.Kind, file: String = "App/Net.swift") -> Evidence {
    Evidence(kind: kind, file: file, region: region(3), message: kind.title)
  }

  static func report(
    _ findings: [Finding] = [], rules: [RuleMetadata]? = nil, evidence: [Evidence] = [],
    inputs: Set<AuditInput> = Set(AuditInput.allCases), isApp: Bool = true, skipped: [SkippedFile] = [],
    files: FileCounts = FileCounts(scanned: 14), target: AuditTarget? = nil
  ) -> AuditReport {
    AuditReport(
      target: target ?? AuditTarget(path: "Bank", kind: .xcodeProject, isApp: isApp),
      rules: rules ?? RandomReports.rules, findings: findings, evidence: evidence, inputs: inputs,
      files: files,
      skipped: skipped, startedAt: Date(timeIntervalSince1970: 1_750_000_000.25),
      duration: .milliseconds(1234))
  }

  static func options(_ language: Language = .en) -> ReportOptions {
    ReportOptions(
      tool: ToolIdentity(version: "1.0.0", informationURI: "https://example.com/omamori"), language: language)
  }

  /// The audit that the golden files show.
  static var bank: AuditReport {
    let source = FindingStep(
      file: "App/Login.swift", region: region(18, 22, length: 18),
      message: LocalizedText("`password` is typed by a person here", ja: "`password` はここで入力されます"))
    let related = FindingStep(
      file: "App/Session.swift", region: region(40), message: LocalizedText("called from here", ja: "呼び出し元です")
    )
    let findings = [
      finding(
        "preferences-secret", file: "App/Login.swift", line: 24,
        message: LocalizedText(
          "`password` is written to UserDefaults under \"pw\"",
          ja: "`password` が UserDefaults のキー \"pw\" に書き込まれます"),
        snippet: "UserDefaults.standard.set(password, forKey: \"pw\")", flow: [source], related: [related]),
      finding(
        "ats-arbitrary-loads", .critical, file: "App/Info.plist", line: 31,
        message: LocalizedText(
          "NSAllowsArbitraryLoads switches ATS off for every host",
          ja: "NSAllowsArbitraryLoads により全ホストで ATS が無効になります"),
        snippet: "<key>NSAllowsArbitraryLoads</key>"),
      finding(
        "weak-hash", .medium, .medium, file: "App/Hash.swift", line: 7,
        message: LocalizedText("MD5 of `body`", ja: "`body` の MD5 を計算しています"),
        snippet: "let sum = Insecure.MD5.hash(data: body) // 合計"),
      finding(
        "weak-hash", .medium, .medium, file: "App/Hash.swift", line: 9,
        message: LocalizedText("MD5 of `body`", ja: "`body` の MD5 を計算しています"),
        snippet: "  let sum = Insecure.MD5.hash(data: body) // 合計"),
      finding(
        "log-sensitive", .medium, .low, line: 55,
        message: LocalizedText("`user` may hold a secret", ja: "`user` に機密情報が含まれる可能性があります"),
        snippet: "print(user)"),
      finding(
        "debug-backdoor", .high, .medium, line: 80,
        message: LocalizedText("`-skipLogin` skips the login", ja: "`-skipLogin` でログインを省略できます"),
        snippet: "if arguments.contains(\"-skipLogin\") {",
        suppression: Suppression(kind: .inSource, reason: "internal build only")),
    ]
    let rules = [
      rule(
        "preferences-secret",
        title: LocalizedText("Secret in UserDefaults", ja: "UserDefaults に機密情報"), categories: [.m9]),
      rule(
        "ats-arbitrary-loads", title: LocalizedText("ATS switched off", ja: "ATS の無効化"), categories: [.m8],
        severity: .critical, cwe: [319], masvs: ["NETWORK-1"], maswe: [26], mastg: [322],
        inputs: [.infoPlist], library: .transport,
        good: "<key>NSAppTransportSecurity</key>\n<dict/>"),
      rule(
        "weak-hash", title: LocalizedText("Broken hash function", ja: "脆弱なハッシュ関数"), categories: [.m10],
        severity: .medium, cwe: [328], masvs: ["CRYPTO-1"], maswe: [8], mastg: [211], library: .crypto),
      rule(
        "log-sensitive", title: LocalizedText("Sensitive data in logs", ja: "ログ内の機密データ"), categories: [.m6],
        severity: .medium, cwe: [532], masvs: ["STORAGE-2"], maswe: [5], mastg: [297], library: .auditLog),
      rule(
        "debug-backdoor", title: LocalizedText("Debug back door", ja: "デバッグ用バックドア"), categories: [.m8],
        cwe: [489], masvs: ["RESILIENCE-3"], maswe: [61], mastg: [], library: .none),
      rule(
        "trust-all-certificates", title: LocalizedText("Every certificate accepted", ja: "全証明書を受け入れ"),
        categories: [.m5], severity: .critical, cwe: [295], masvs: ["NETWORK-1"], maswe: [27], mastg: [396],
        library: .transport),
      rule(
        "pin-single", title: LocalizedText("Pin without a backup", ja: "予備のないピン"), categories: [.m5],
        severity: .medium, cwe: [1188], masvs: ["NETWORK-2"], maswe: [28], mastg: [385], library: .transport),
      rule(
        "dependency-lock-missing", title: LocalizedText("No lock file", ja: "ロックファイルなし"), categories: [.m2],
        severity: .medium, cwe: [1357], masvs: ["CODE-3"], maswe: [48, 75], mastg: [],
        inputs: [.dependencies], library: .none),
    ]
    return AuditReport(
      target: AuditTarget(
        path: "Bank", kind: .xcodeProject, isApp: true, bundleIdentifier: "jp.example.bank", version: "2.4",
        commit: "0123abc"),
      rules: rules, findings: findings,
      evidence: [evidence(.networkUse), evidence(.keychainUse), evidence(.snapshotProtection)],
      inputs: [.swift, .infoPlist, .project],
      files: FileCounts(scanned: 14, excluded: [.test: 2, .vendor: 1], parseErrors: ["App/Broken.swift": 2]),
      skipped: [
        SkippedFile(
          file: "App/Big.json", reason: .tooLarge,
          message: LocalizedText("larger than 8 MiB", ja: "8 MiB を超えています"))
      ],
      startedAt: Date(timeIntervalSince1970: 1_750_000_000.25), duration: .milliseconds(1234),
      inventory: AppInventory(
        permissions: ["NSCameraUsageDescription"], urlSchemes: ["bank"], domains: ["api.example.jp"],
        dependencies: [AppInventory.Dependency(name: "Alamofire", version: "5.9.1", source: "swiftpm")]))
  }
}
