import OmamoriATS
import OmamoriCore

/// Writes property lists as XML, with the keys in their order.
enum PropertyListText {
  /// A whole file.
  static func document(_ root: PropertyList) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(lines(of: root, indented: "").joined(separator: "\n"))
    </plist>

    """
  }

  /// Characters with a meaning in XML, as references.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  private static func lines(of value: PropertyList, indented indentation: String) -> [String] {
    let inner = indentation + "  "
    switch value.content {
    case .dictionary(let dictionary):
      guard !dictionary.entries.isEmpty else { return ["\(indentation)<dict/>"] }
      let content = dictionary.entries.flatMap { entry in
        ["\(inner)<key>\(escaped(entry.key))</key>"] + lines(of: entry.value, indented: inner)
      }
      return ["\(indentation)<dict>"] + content + ["\(indentation)</dict>"]
    case .array(let elements):
      guard !elements.isEmpty else { return ["\(indentation)<array/>"] }
      let content = elements.flatMap { lines(of: $0, indented: inner) }
      return ["\(indentation)<array>"] + content + ["\(indentation)</array>"]
    case .string(let text): return ["\(indentation)<string>\(escaped(text))</string>"]
    case .boolean(let flag): return ["\(indentation)<\(flag)/>"]
    case .integer(let number): return ["\(indentation)<integer>\(number)</integer>"]
    case .real(let number): return ["\(indentation)<real>\(number)</real>"]
    case .date(let date): return ["\(indentation)<date>\(GregorianDay(date).description)T00:00:00Z</date>"]
    case .data(let bytes): return ["\(indentation)<data>\(Data(bytes).base64EncodedString())</data>"]
    case .uid(let number): return ["\(indentation)<integer>\(number)</integer>"]
    }
  }
}

/// Property lists and XML that come from a file, with their errors as this module's.
enum PropertyListSource {
  /// A property list of any form.
  static func read(_ bytes: [UInt8]) throws(TransportError) -> PropertyList {
    do throws(PropertyListError) {
      return try PropertyListReader.read(bytes).root
    } catch {
      throw .malformedDocument(line: line(of: error))
    }
  }

  /// An XML file.
  static func markup(_ bytes: [UInt8]) throws(TransportError) -> MarkupElement {
    do throws(PropertyListError) {
      return try MarkupReader.read(bytes, limits: .standard).root
    } catch {
      throw .malformedDocument(line: line(of: error))
    }
  }

  private static func line(of error: PropertyListError) -> Int? {
    switch error {
    case .tooDeep(_, .text(let position)), .tooManyNodes(_, .text(let position)),
      .truncated(.text(let position)), .invalidText(.text(let position)),
      .entityRefused(.text(let position)), .syntax(_, .text(let position)),
      .invalidValue(.text(let position)), .keyNotText(.text(let position)):
      position.line
    default: nil
    }
  }
}
