import UIKit

final class NoteDocument: UIDocument {
  private(set) var text = ""
  private(set) var title = ""

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    text = String(decoding: data, as: UTF8.self)
    title = text.split(separator: "\n").first.map(String.init) ?? "Untitled"
  }
}
