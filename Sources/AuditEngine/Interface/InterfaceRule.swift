/// A rule that looks at one storyboard or xib.
package protocol InterfaceRule: Rule {
  /// Reports what it finds in `document`.
  func check(_ document: InterfaceDocument, _ report: inout FileReport)
}
