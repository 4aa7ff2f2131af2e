import OmamoriATS
import OmamoriCore

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
