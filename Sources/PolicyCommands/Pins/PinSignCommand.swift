import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriTransport

extension OmamoriTool {
  static let pinSignCommand = Command(
    "sign", HelpText("Sign a pin set that apps can fetch", ja: "アプリが取得できるピンセットに署名する"),
    discussion: HelpText(
      """
      Every list needs a pin in use and one in reserve. The sequence has to grow with every set: apps never go back to a \
      smaller one. When the set ends, the pins that the app was built with count again.
      """,
      ja: """
        どの一覧にも、使用中のピンと予備のピンが必要です。番号はピンセットごとに増やしてください。アプリが小さい番号に戻ることは\
        ありません。期限が過ぎると、アプリに組み込まれたピンが再び有効になります。
        """),
    examples: [
      Example(
        "omamori pin sign pins.json --key pin-key.txt --audience com.example.app --sequence 7 -o pins.signed",
        HelpText("Sign for an app.", ja: "アプリ用に署名します。"))
    ]
  ) { declare in
    let handles = PinSignHandles(&declare)
    return { arguments in try PinSignRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin sign`.
struct PinSignHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let keys: Parameter<[FilePath]>
  let audience: Parameter<String>
  let sequence: Parameter<Int>
  let days: Parameter<Int>
  let output: Parameter<FilePath?>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "PINFILE", as: FilePath.self,
      help: HelpText("The pins, in any format; - is standard input.", ja: "ピンのファイル（形式は自動判別）。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of PINFILE; found out by default.", ja: "PINFILE の形式。省略すると自動で判別します。"))
    keys = declare.options(
      "--key", value: "FILE",
      help: HelpText("The private key; up to four, each signs.", ja: "秘密鍵のファイル。4 個まで指定でき、それぞれが署名します。"))
    audience = declare.requiredOption(
      "--audience", value: "NAME",
      help: HelpText("Whom the set is for, such as an app's identifier.", ja: "対象。アプリの識別子など。"))
    sequence = declare.requiredOption(
      "--sequence", value: "N",
      help: HelpText("A number greater than in every set before.", ja: "これまでのどのピンセットより大きい番号。"))
    days = declare.option(
      "--days", value: "DAYS", default: 90,
      help: HelpText("How long the set counts.", ja: "ピンセットの有効日数。"))
    output = declare.option(
      "-o", "--output", value: "FILE", help: HelpText("Write to this file.", ja: "このファイルに書き込みます。"))
  }
}

/// One run of `omamori pin sign`.
struct PinSignRun {
  private let arguments: Arguments
  private let handles: PinSignHandles
  private let keys: [String]
  private let sequence: UInt64
  private let days: Int

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: PinSignHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    keys = try arguments[handles.keys].map(\.string)
    guard (1...PinSigningKey.greatestCount).contains(keys.count) else {
      throw CryptoFault.usage(
        HelpText(
          "a set is signed with 1 to \(PinSigningKey.greatestCount) keys",
          ja: "署名には 1 から \(PinSigningKey.greatestCount) 個の鍵が必要です"),
        hint: HelpText(
          "give --key FILE; 'omamori pin keygen' makes one",
          ja: "--key FILE を指定してください。鍵は 'omamori pin keygen' で作れます"))
    }
    try arguments.shareStandardInput(
      try arguments[handles.file].string == "-", keys.contains("-"), keys.filter { $0 == "-" }.count > 1)
    guard let sequence = UInt64(exactly: try arguments[handles.sequence]), sequence < 1 << 53 else {
      throw CryptoFault.usage(
        HelpText(
          "--sequence takes 0 to 9007199254740991", ja: "--sequence には 0 から 9007199254740991 までを指定してください"),
        hint: HelpText("give the last one and one more", ja: "前回の番号に 1 を加えてください"))
    }
    self.sequence = sequence
    days = try arguments[handles.days]
    guard (1...3650).contains(days) else {
      throw CryptoFault.usage(
        HelpText("--days takes 1 to 3650", ja: "--days には 1 から 3650 までを指定してください"),
        hint: HelpText("leave it out for 90", ja: "省略すると 90 になります"))
    }
    let audience = try arguments[handles.audience]
    guard (1...SignedPinContent.greatestAudienceLength).contains(audience.utf8.count) else {
      throw CryptoFault.usage(
        HelpText(
          "--audience takes 1 to \(SignedPinContent.greatestAudienceLength) bytes",
          ja: "--audience は 1 から \(SignedPinContent.greatestAudienceLength) バイトまでです"),
        hint: HelpText("give the app's identifier", ja: "アプリの識別子を指定してください"))
    }
  }

  /// Signs the pins.
  func run() throws -> ExitCode {
    let output = try arguments[handles.output]?.string
    try OutputPlace.refuse(output == "-" ? nil : output, reading: keys + [try arguments[handles.file].string])
    let file = try PinFile(try arguments[handles.file].string, as: try arguments[handles.source])
    let (text, notes) = try signed(file)
    try arguments.say(file.reading.notes + notes)
    if let path = try arguments[handles.output]?.string, path != "-" {
      try AtomicFile.write(text, to: path)
    } else {
      try arguments.output.write(bytes: text)
    }
    return .success
  }

  private func signed(_ file: PinFile) throws -> (text: [UInt8], notes: [ConversionNote]) {
    let audience = try arguments[handles.audience]
    let keys = try keys.map { try PinSecretKeyFile.read($0, arguments) }
    do throws(TransportError) {
      let (rules, notes) = try file.reading.document.rules()
      let now = Date()
      var expires = now.addingTimeInterval(Double(days) * 86_400)
      var hosts: [PinnedHosts] = []
      for rule in rules {
        guard let pins = rule.pins else { continue }
        // The set as a whole has one end: that of the entry that ends first.
        if let expiry = pins.expiry { expires = min(expires, expiry) }
        hosts.append(try Self.entry(rule.pattern, pins))
      }
      let content = try SignedPinContent(
        audience: audience, sequence: sequence, issued: now, expires: expires, hosts: hosts)
      return (try SignedPinSet.sign(content, with: keys), notes)
    } catch {
      throw Self.fault(error, file.name)
    }
  }

  private static func entry(_ pattern: HostPattern, _ pins: PinSet) throws(TransportError) -> PinnedHosts {
    func list(_ pins: [CertificatePin]) -> [CertificatePin]? { pins.isEmpty ? nil : pins }
    let scope: PinnedHosts.Scope =
      switch pattern.subdomains {
      case .excluded: .host
      case .oneLabel: .hostAndOneLabel
      case .all: .hostAndAll
      }
    return try PinnedHosts(
      pattern.host, scope: scope, leaf: list(pins.leaf), authorities: list(pins.authorities),
      anywhere: list(pins.anywhere), mode: pins.mode)
  }

  private static func fault(_ error: TransportError, _ name: String) -> CryptoFault {
    switch error {
    case .malformedDocument:
      CryptoFault.usage(
        HelpText(
          "the pins in \(Printable.quote(name)) cannot be signed: an entry is report-only, over, or the set is too large",
          ja: "\(Printable.quote(name)) のピンに署名できません。報告のみの項目、期限切れの項目があるか、大きすぎます"),
        hint: HelpText("correct or remove such entries", ja: "該当する項目を修正または削除してください"))
    case .policy(.noBackupPin):
      CryptoFault(
        error, about: name,
        hint: HelpText(
          "add the pin of a key in reserve to every list: 'omamori pin add FILE --backup KEY'",
          ja: "すべての一覧に、予備の鍵のピンを追加してください: 'omamori pin add FILE --backup KEY'"))
    default: CryptoFault(error, about: name)
    }
  }
}
