package import OmamoriATS
package import OmamoriReport

/// A text field or text area of a storyboard or xib.
package struct InterfaceTextField: Sendable {
  /// What kind of element it is.
  package enum Kind: String, Sendable {
    case textField
    case textView
  }

  /// What kind of element it is.
  package let kind: Kind
  /// What the field asks for, as far as it is sensitive.
  package let label: FieldLabel?
  /// The texts that people see at the field, the label beside it last.
  package let texts: [String]
  /// The name of the outlet that the field is connected to.
  package let outlet: String?
  /// The text that the field shows from the beginning.
  package let text: String?
  /// Whether what is typed is hidden.
  package let isSecure: Bool
  /// Whether the keyboard neither corrects nor learns what is typed.
  package let isUncorrected: Bool
  /// The keyboard that appears: `numberPad`, `emailAddress`.
  package let keyboard: String?
  /// Whether people can type.
  package let isEditable: Bool
  /// Whether the content can be marked and copied.
  package let isSelectable: Bool
  /// The bytes of the element's tag.
  package let region: SourceRegion

  package init(_ element: MarkupElement, _ kind: Kind, outlet: String?, title: String?) {
    let traits = element.elements(named: "textInputTraits").first
    let accessibility = element.elements(named: "accessibility").first?["label"]
    self.kind = kind
    self.outlet = outlet
    let texts = [element["placeholder"], element["userLabel"], accessibility, title].compactMap(\.self)
    self.texts = texts
    label = FieldLabel(texts: texts, names: [outlet ?? ""])
    text = element["text"]
    isSecure = traits?["secureTextEntry"] == "YES"
    isUncorrected =
      traits?["autocorrectionType"] == "no"
      && (traits?["spellCheckingType"] == "no" || traits?["spellCheckingType"] == nil)
    keyboard = traits?["keyboardType"]
    isEditable = element["editable"] != "NO" && element["enabled"] != "NO"
    isSelectable = element["selectable"] != "NO" && element["userInteractionEnabled"] != "NO"
    region = SourceRegion(element.tagRange)
  }
}
