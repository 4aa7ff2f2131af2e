package import CommandLineKit
import CommandSupport
import OmamoriCore
package import OmamoriTransport

extension OmamoriTool {
  static let pinConvertCommand = Command(
    "convert", HelpText("Write pins in another format", ja: "ピンを別の形式に変換する"),
    discussion: HelpText(
      """
      The formats differ in which names below a host they pin, in what counts where entries meet, in roles, depths and \
      expiry. Every difference is said on standard error, or in the JSON.
      """,
      ja: """
        形式によって、下位の名前の扱い、項目が重なる場合の規則、役割、深さ、有効期限が異なります。違いはすべて標準エラー出力、または \
        JSON に示します。
        """),
    examples: [
      Example(
        "omamori pin convert Info.plist --to okhttp",
        HelpText("From NSPinnedDomains to OkHttp.", ja: "NSPinnedDomains を OkHttp 用に変換します。")),
      Example(
        "omamori pin convert pins.xml --from android --to json -o pins.json",
        HelpText("To the form that loses nothing.", ja: "何も失われない形式に変換します。")),
    ]
  ) { declare in
    let handles = PinConvertHandles(&declare)
    return { arguments in try PinConvertRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori pin convert`.
struct PinConvertHandles: Sendable {
  let file: Parameter<FilePath>
  let source: Parameter<PinFormat?>
  let target: Parameter<PinFormat>
  let host: Parameter<String?>
  let placement: Parameter<PinPlacement>
  let output: Parameter<FilePath?>
  let json: Parameter<Bool>

  init(_ declare: inout Declaration) {
    file = declare.argument(
      "FILE", as: FilePath.self,
      help: HelpText("The pins; - is standard input.", ja: "ピンのファイル。- は標準入力です。"))
    source = declare.option(
      "--from", value: "FORMAT",
      help: HelpText("The format of FILE; found out by default.", ja: "FILE の形式。省略すると自動で判別します。"))
    target = declare.requiredOption(
      "--to", value: "FORMAT", help: HelpText("The format to write.", ja: "出力する形式。"))
    host = declare.option(
      "--host", value: "HOST",
      help: HelpText("The host of curl's lines that name none.", ja: "URL のない curl の行に適用するホスト。"))
    placement = declare.option(
      "--placement", value: "LIST", default: .leaf,
      help: HelpText(
        "The list for pins of any depth, where a format tells the server's key from authorities'.",
        ja: "サーバーと認証局の鍵を区別する形式で、深さを問わないピンを入れる一覧。"))
    output = declare.option(
      "-o", "--output", value: "FILE", help: HelpText("Write to this file.", ja: "このファイルに書き込みます。"))
    json = declare.flag(
      "--json", help: HelpText("Write the result and its differences as JSON.", ja: "結果と違いを JSON で出力します。"))
  }
}

/// One run of `omamori pin convert`.
struct PinConvertRun {
  private let arguments: Arguments
  private let handles: PinConvertHandles

  init(_ arguments: Arguments, _ handles: PinConvertHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Converts the file.
  func run() throws -> ExitCode {
    let output = try arguments[handles.output]?.string
    try OutputPlace.refuse(output == "-" ? nil : output, reading: [try arguments[handles.file].string])
    let file = try PinFile(
      try arguments[handles.file].string, as: try arguments[handles.source], host: try host())
    let target = try arguments[handles.target]
    let placement = try arguments[handles.placement]
    let conversion: PinConversion
    do throws(TransportError) {
      conversion = try file.reading.document.written(as: target, placement: placement)
    } catch {
      throw CryptoFault(error, about: file.name)
    }
    let notes = file.reading.notes + conversion.notes
    var text = conversion.text
    if try arguments[handles.json] {
      let json: JSONValue = [
        "file": .string(file.name), "from": .string(file.format.rawValue), "to": .string(target.rawValue),
        "text": .string(conversion.text), "notes": .array(notes.map(Self.json)),
      ]
      text = json.text(.pretty) + "\n"
    } else {
      try arguments.say(notes)
    }
    if let path = try arguments[handles.output]?.string, path != "-" {
      try AtomicFile.write(Array(text.utf8), to: path)
    } else {
      try arguments.output.write(text)
    }
    return .success
  }

  private func host() throws -> HostName? {
    guard let name = try arguments[handles.host] else { return nil }
    do throws(TransportError) {
      return try HostName(name)
    } catch {
      throw CryptoFault(error, about: name)
    }
  }

  private static func json(_ note: ConversionNote) -> JSONValue {
    var object: JSONObject = [
      "kind": .string(note.kind.rawValue), "effect": .string(note.effect.rawValue),
      "message": .string(note.message.english),
    ]
    object["hosts"] = note.hosts.map(JSONValue.string)
    return .object(object)
  }
}

extension Arguments {
  /// Says on standard error what is different, unless nobody wants to know.
  package func say(_ notes: [ConversionNote]) throws {
    guard try !self[sharedOptions.quiet] else { return }
    for note in notes {
      let (title, style): (LocalizedText, Style) =
        switch note.effect {
        case .same: (LocalizedText("note", ja: "注記"), .cyan)
        case .stricter: (LocalizedText("stricter", ja: "より厳格"), .yellow)
        case .weaker: (LocalizedText("weaker", ja: "より緩和"), .red)
        }
      let hosts = note.hosts.map { Printable.plain($0) + ": " } ?? ""
      // because the work goes on where nobody can be told
      try? errors.write(
        "\(errors.styled(title[reportLanguage] + ":", .bold, style)) \(hosts)\(note.message[reportLanguage])\n"
      )
    }
  }
}
