import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriKeychain

extension OmamoriTool {
  static let keychainDoctorCommand = Command(
    "doctor",
    HelpText("Say what keeps the keychain, or an item, from being used", ja: "キーチェーンや項目が使えない原因を診断する"),
    discussion: HelpText(
      """
      Looks at the folder, the slots, the agent, the key of this device, backups, the TPM and the Secret Service, without \
      asking for anything. With a name it says why an item is not found: it may be locked, missing, or in another service, \
      group or class.
      """,
      ja: """
        フォルダ、スロット、エージェント、デバイスの鍵、バックアップ、TPM、Secret Service を、何も尋ねずに調べます。名前を指定すると、\
        項目が見つからない理由（ロック、存在しない、別のサービス・グループ・クラスにある）を示します。
        """),
    examples: [
      Example("omamori keychain doctor", HelpText("Everything.", ja: "全体を診断します。")),
      Example("omamori keychain doctor github", HelpText("Where an item is.", ja: "項目を探します。")),
    ],
    exitCodes: [ExitMeaning(.findings, HelpText("Something needs attention.", ja: "対処が必要な点があります。"))]
  ) { declare in
    let account = declare.optionalArgument(
      "NAME", as: String.self, help: HelpText("The name (the account) of an item.", ja: "項目の名前（アカウント）。"))
    let item = ItemHandles(&declare)
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    let handles = KeychainHandles(&declare)
    return { arguments in
      var diagnoses = await KeychainDoctor(
        try handles.folder(arguments), witness: try handles.witnessPath(arguments)
      ).examine()
      if let name = try arguments[account] {
        let query = try item.query(arguments, account: name)
        diagnoses.append(await ItemDoctor(arguments, handles).examine(name, query))
      }
      let language = arguments.reportLanguage
      if try arguments[json] {
        try arguments.output.write(JSONValue.array(diagnoses.map(\.json)).text(.pretty) + "\n")
      } else {
        let isQuiet = try arguments[sharedOptions.quiet]
        for diagnosis in diagnoses where !isQuiet || diagnosis.verdict == .attention {
          try arguments.output.write(diagnosis.text(language, arguments.output))
        }
      }
      return diagnoses.contains { $0.verdict == .attention } ? .findings : .success
    }
  }
}

/// One sentence about a keychain, with its cure.
struct Diagnosis {
  /// What a diagnosis means for the person.
  enum Verdict: String {
    /// As it should be.
    case good
    /// Good to know.
    case note
    /// Something has to be done.
    case attention
  }

  /// What was looked at.
  let subject: String
  let verdict: Verdict
  let finding: LocalizedText
  let cure: LocalizedText?

  init(_ subject: String, _ verdict: Verdict, _ finding: LocalizedText, cure: LocalizedText? = nil) {
    (self.subject, self.verdict, self.finding, self.cure) = (subject, verdict, finding, cure)
  }

  /// What a keychain refused.
  init(_ subject: String, _ error: KeychainError) {
    self.init(subject, .attention, error.explanation, cure: error.recovery)
  }

  /// For programs.
  var json: JSONValue {
    var object: JSONObject = [
      "subject": .string(subject), "verdict": .string(verdict.rawValue), "finding": .string(finding.english),
    ]
    if let cure { object["cure"] = .string(cure.english) }
    return .object(object)
  }

  /// For people.
  func text(_ language: Language, _ terminal: Terminal) -> String {
    let mark =
      switch verdict {
      case .good: terminal.styled("✓", .green)
      case .note: terminal.styled("·", .cyan)
      case .attention: terminal.styled("!", .bold, .yellow)
      }
    let cure = cure.map { " " + $0[language] } ?? ""
    return "\(mark) \(finding[language])\(language == .ja ? cure.drop { $0 == " " } + "" : cure)\n"
  }
}
