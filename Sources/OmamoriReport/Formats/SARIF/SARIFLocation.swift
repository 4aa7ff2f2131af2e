import OmamoriCore

/// Places as SARIF writes them.
struct SARIFLocation {
  /// The name that stands for the repository's root on the reader's machine.
  static let rootName = "%SRCROOT%"

  /// The audited folder relative to the repository's root.
  let repositoryPath: String

  /// A location object.
  func location(file: String, region: SourceRegion, hasExactColumns: Bool, message: String? = nil)
    -> JSONObject
  {
    var object: JSONObject = ["physicalLocation": physical(file, region, hasExactColumns)]
    if let message { object["message"] = ["text": .string(Self.text(message))] }
    return object
  }

  /// `message` for a message object's `text`, where `[text](place)` would be a link and braces hold arguments.
  ///
  /// Braces are doubled; brackets are escaped only where they would make a link. An empty text is not allowed.
  static func text(_ message: String) -> String {
    let hasLink = message.contains("](")
    var text = ""
    for character in message {
      switch character {
      case "{": text += "{{"
      case "}": text += "}}"
      case "[", "]", "\\": text += hasLink ? "\\\(character)" : String(character)
      default: text.append(character)
      }
    }
    return text.isEmpty ? "-" : text
  }

  /// `path` as a relative reference (RFC 3986), its bytes percent-encoded where they have to be.
  static func reference(_ path: String) -> String {
    var output: [UInt8] = []
    let hexadecimal = Array("0123456789ABCDEF".utf8)
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: output.append(byte)
      default: output += [0x25, hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The file, relative to the repository's root.
  func artifact(_ file: String) -> JSONValue {
    let folder = repositoryPath.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    let path = folder.isEmpty ? file : "\(folder)/\(file)"
    return ["uri": .string(Self.reference(path)), "uriBaseId": .string(Self.rootName)]
  }

  private func physical(_ file: String, _ region: SourceRegion, _ hasExactColumns: Bool) -> JSONValue {
    ["artifactLocation": artifact(file), "region": Self.region(region, hasExactColumns)]
  }

  /// The region with its four corners, or only its lines when the columns cannot be told in SARIF's units.
  ///
  /// Omamori counts columns in UTF-8 bytes and SARIF in UTF-16 code units: on a line of ASCII they are the same.
  static func region(_ region: SourceRegion, _ hasExactColumns: Bool) -> JSONValue {
    let (startLine, endLine) = (max(1, region.startLine), max(1, region.startLine, region.endLine))
    guard hasExactColumns else { return ["startLine": .integer(startLine), "endLine": .integer(endLine)] }
    let startColumn = max(1, region.startColumn)
    let least = startLine == endLine ? startColumn : 1
    return [
      "startLine": .integer(startLine), "startColumn": .integer(startColumn), "endLine": .integer(endLine),
      "endColumn": .integer(max(least, region.endColumn)),
    ]
  }
}
