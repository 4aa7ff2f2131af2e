import OmamoriATS
import OmamoriReport

/// A text field of a storyboard or xib.
struct InterfaceTextField {
  /// What the field asks for, as far as it is sensitive.
  let label: FieldLabel?
  /// The name of the outlet that the field is connected to.
  let outlet: String?
  /// The text that the field shows from the beginning.
  let text: String?
  /// Whether what is typed is hidden.
  let isSecure: Bool
  /// The bytes of the element's tag.
  let region: SourceRegion

  private init(_ element: MarkupElement, outlet: String?) {
    let texts = [element["placeholder"], element["userLabel"]].compactMap(\.self)
    let range = element.tagRange
    self.outlet = outlet
    label = FieldLabel(texts: texts, names: [outlet ?? ""])
    text = element["text"]
    isSecure = element.elements(named: "textInputTraits").contains { $0["secureTextEntry"] == "YES" }
    region = SourceRegion(
      startLine: range.start.line, startColumn: range.start.column, endLine: range.end.line,
      endColumn: range.end.column)
  }

  /// The text fields of every Interface Builder file that can be read, with the file they are in.
  static func all(in project: ProjectFacts) -> [(text: TextSource, fields: [InterfaceTextField])] {
    project.inventory.files(.interfaceBuilder).compactMap { file in
      guard let bytes = try? file.bytes(), let document = try? MarkupReader.read(bytes) else { return nil }
      var outlets: [String: String] = [:]
      document.root.walk { element, _ in
        guard element.name == "outlet", let target = element["destination"] else { return }
        outlets[target] = element["property"]
      }
      var fields: [InterfaceTextField] = []
      document.root.walk { element, _ in
        guard element.name == "textField" else { return }
        let outlet = element["id"].flatMap { outlets[$0] }
        fields.append(InterfaceTextField(element, outlet: outlet))
      }
      return (TextSource(path: file.path, context: file.context, bytes: bytes), fields)
    }
  }
}
