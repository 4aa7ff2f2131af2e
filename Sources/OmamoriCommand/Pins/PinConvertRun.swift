import CommandLineKit
import OmamoriCore
import OmamoriTransport

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
  func say(_ notes: [ConversionNote]) throws {
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
