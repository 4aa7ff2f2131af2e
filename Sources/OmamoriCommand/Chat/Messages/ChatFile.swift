#if !canImport(Darwin)
import OmamoriCore

/// A file that was sent along: what it is called, and what fetches and opens it.
///
/// A value; safe to share between threads.
struct ChatFile: Sendable, Equatable {
  /// The most bytes of a file.
  static let greatestSize = 16 << 20
  private static let longestName = 255

  /// What the sender calls it; one component of a path.
  let name: String
  /// How many bytes it has.
  let size: Int
  /// Where the relay keeps the sealed bytes, 16 bytes that nobody can guess.
  let identifier: [UInt8]
  /// The key and the digest that open it.
  let reference: [UInt8]

  /// The file as a part of a message.
  var json: JSONValue {
    [
      "name": .string(name), "size": .integer(size), "identifier": .string(Base64URL.encode(identifier)),
      "reference": .string(Base64URL.encode(reference)),
    ]
  }

  /// Describes a file.
  init(name: String, size: Int, identifier: [UInt8], reference: [UInt8]) {
    (self.name, self.size) = (Self.safeName(name), size)
    (self.identifier, self.reference) = (identifier, reference)
  }

  /// Reads what ``json`` wrote; `nil` for anything else.
  init?(_ json: JSONValue?) {
    // because what is no file is refused as a whole
    guard let json, let name = json["name"]?.stringValue, let size = json["size"]?.intValue,
      0...Self.greatestSize ~= size, let text = json["identifier"]?.stringValue,
      let identifier = try? Base64URL.decode(text), identifier.count == 16,
      let sealed = json["reference"]?.stringValue, let reference = try? Base64URL.decode(sealed)
    else { return nil }
    self.init(name: name, size: size, identifier: identifier, reference: reference)
  }

  /// A name that a peer chose, as one that leads nowhere: no folders, no hidden file, nothing that a terminal acts on.
  private static func safeName(_ name: String) -> String {
    let last = name.split(separator: "/").last.map(String.init) ?? ""
    var safe = ""
    for scalar in last.unicodeScalars where safe.utf8.count + scalar.utf8.count <= longestName {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
        continue
      default: safe.unicodeScalars.append(scalar)
      }
    }
    while safe.hasPrefix(".") { safe.removeFirst() }
    return safe.isEmpty ? "file" : safe
  }
}

extension Unicode.Scalar {
  fileprivate var utf8: String.UTF8View { String(self).utf8 }
}
#endif
