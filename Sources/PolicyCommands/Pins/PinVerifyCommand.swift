import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinVerifyCommand = Command(
    "verify", HelpText("Verify a signed pin set and show it", ja: "署名付きピンセットを検証して表示する"),
    discussion: HelpText(
      """
      Accepts what an app with these keys accepts: the signature, the audience, the time, and with --least-sequence the \
      number. Nothing of a set is shown whose signature is wrong.
      """,
      ja: """
        これらの鍵を組み込んだアプリと同じ基準で、署名、対象、期限、--least-sequence を指定した場合は番号を確認します。署名が正しくない\
        ピンセットの内容は表示しません。
        """),
    examples: [
      Example(
        "omamori pin verify pins.signed --key omamori-pin-key:… --audience com.example.app",
        HelpText("Verify a set.", ja: "ピンセットを検証します。"))
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText(
          "The signature or the audience is wrong, the set is over, or it is older than --least-sequence.",
          ja: "署名または対象が違うか、期限切れ、または --least-sequence より古いピンセットです。"))
    ]
  ) { declare in
    let file = declare.argument(
      "FILE", as: FilePath.self,
      help: HelpText("The signed set; - is standard input.", ja: "署名付きピンセット。- は標準入力です。"))
    let keys = declare.options(
      "--key", value: "KEY", as: PinSigningKeyText.self,
      help: HelpText("A public key that is believed; up to four.", ja: "信頼する公開鍵。4 個まで指定できます。"))
    let audience = declare.requiredOption(
      "--audience", value: "NAME", as: String.self,
      help: HelpText("Whom the set has to be for.", ja: "ピンセットの対象。"))
    let least = declare.option(
      "--least-sequence", value: "N", default: 0,
      help: HelpText("Refuse a smaller number.", ja: "これより小さい番号を拒否します。"))
    let json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    return { arguments in
      let name = try arguments[file].string
      let believed = try arguments[keys].map(\.key)
      guard (1...PinSigningKey.greatestCount).contains(believed.count) else {
        throw CryptoFault.usage(
          HelpText(
            "a set is verified with 1 to \(PinSigningKey.greatestCount) keys",
            ja: "検証には 1 から \(PinSigningKey.greatestCount) 個の公開鍵が必要です"),
          hint: HelpText(
            "give --key with the public key that 'omamori pin keygen' printed",
            ja: "--key に、'omamori pin keygen' が出力した公開鍵を指定してください"))
      }
      let bytes = try SmallFile.read(name, limit: PinDocument.greatestSize)
      let (wanted, number) = (try arguments[audience], UInt64(clamping: try arguments[least]))
      let set: SignedPinSet
      do throws(TransportError) {
        set = try SignedPinSet.verify(bytes, keys: believed, audience: wanted)
        try set.content.requireCurrent(at: Date(), from: number)
      } catch {
        throw CryptoFault(error, about: name, hint: .signedSet(error))
      }
      let text = SignedPinText(set)
      try arguments.output.write(
        try arguments[json] ? try text.json().text(.pretty) + "\n" : text.lines(arguments.reportLanguage))
      return .success
    }
  }
}

extension SignedPinContent {
  /// Refuses a set that an app would not take now.
  fileprivate func requireCurrent(at moment: Date, from least: UInt64) throws(TransportError) {
    guard sequence >= least else { throw .rolledBack(expected: least, found: sequence) }
    // Clocks differ by up to a day.
    guard issued <= moment.addingTimeInterval(86_400), moment < expires else { throw .notCurrent }
  }
}

extension HelpText {
  /// What to do about a set that was not accepted; `nil` where the error says it itself.
  fileprivate static func signedSet(_ error: TransportError) -> HelpText? {
    switch error {
    case .signatureInvalid:
      HelpText(
        "check --key and --audience, or get the set from its author again",
        ja: "--key と --audience を確認するか、ピンセットを作成者から取得し直してください")
    case .malformedDocument:
      HelpText("give a file that 'omamori pin sign' wrote", ja: "'omamori pin sign' で作成したファイルを指定してください")
    default: nil
    }
  }
}

/// A signed pin set that was verified, as it is shown.
struct SignedPinText {
  private let set: SignedPinSet

  init(_ set: SignedPinSet) { self.set = set }

  /// For programs.
  func json() throws -> JSONValue {
    let content = set.content
    let pins = try PinDocument(content.hosts).written(as: .json)
    return [
      "audience": .string(content.audience), "sequence": .integer(content.sequence),
      "issued": .string(content.issued.formatted(.iso8601)),
      "expires": .string(content.expires.formatted(.iso8601)),
      "signers": .array(set.signers.map { .string(PinSigningKeyText($0).commandLineWord) }),
      "hosts": try StrictJSON.parse(pins.text)["hosts"] ?? [],
    ]
  }

  /// For people.
  func lines(_ language: Language) -> String {
    let content = set.content
    func line(_ title: LocalizedText, _ value: String) -> String {
      "\(title[language]): \(Printable.plain(value))\n"
    }
    var text = line(LocalizedText("Audience", ja: "対象"), content.audience)
    text += line(LocalizedText("Sequence", ja: "番号"), String(content.sequence))
    text += line(LocalizedText("Issued", ja: "作成"), content.issued.formatted(.iso8601))
    text += line(LocalizedText("Expires", ja: "期限"), content.expires.formatted(.iso8601))
    for key in set.signers {
      text += line(LocalizedText("Signed by", ja: "署名"), PinSigningKeyText(key).commandLineWord)
    }
    for entry in content.hosts {
      let below =
        switch entry.scope {
        case .host, .oneLabelOnly: ""
        case .hostAndOneLabel: " + *.\(entry.host)"
        case .hostAndAll: " + **.\(entry.host)"
        }
      text += "\(entry.host)\(below)\n"
      for (list, pins) in [
        ("leaf", entry.leaf), ("authorities", entry.authorities), ("anywhere", entry.anywhere),
      ] {
        for pin in pins ?? [] {
          let role = pin.role == .primary ? "primary" : "backup "
          text += "  \(role)  \(list)  sha256/\(pin.base64)\n"
        }
      }
    }
    return text
  }
}
