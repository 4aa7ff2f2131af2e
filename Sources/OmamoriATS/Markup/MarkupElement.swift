/// An element of an XML file, with the places of its tags.
package struct MarkupElement: Sendable, Equatable {
  /// The name as written, prefix included.
  package let name: String
  /// The attributes in the order written.
  package let attributes: [MarkupAttribute]
  /// What stands between the tags.
  package let children: [MarkupNode]
  /// The opening tag.
  package let tagRange: TextRange
  /// The place from the opening to the closing tag, both included.
  package let range: TextRange

  /// Makes an element.
  package init(
    name: String,
    attributes: [MarkupAttribute],
    children: [MarkupNode],
    tagRange: TextRange,
    range: TextRange
  ) {
    (self.name, self.attributes, self.children) = (name, attributes, children)
    (self.tagRange, self.range) = (tagRange, range)
  }

  /// The value of the attribute `name`.
  package subscript(name: String) -> String? { attribute(name)?.value }

  /// The attribute `name` with its place.
  package func attribute(_ name: String) -> MarkupAttribute? { attributes.first { $0.name == name } }

  /// The elements directly inside this one.
  package var elements: [MarkupElement] {
    children.compactMap { child in
      guard case .element(let element) = child else { return nil }
      return element
    }
  }

  /// The elements directly inside this one that are called `name`.
  package func elements(named name: String) -> [MarkupElement] { elements.filter { $0.name == name } }

  /// The characters directly inside this element.
  package var text: String {
    children.reduce(into: "") { text, child in
      if case .text(let part, _) = child { text += part }
    }
  }

  /// Calls `visit` with this element and every one inside it, in the order of the file.
  ///
  /// `visit` also gets the elements around the visited one, the outermost first.
  package func walk(_ visit: (_ element: MarkupElement, _ ancestors: [MarkupElement]) -> Void) {
    var ancestors: [MarkupElement] = []
    walk(&ancestors, visit)
  }

  private func walk(_ ancestors: inout [MarkupElement], _ visit: (MarkupElement, [MarkupElement]) -> Void) {
    visit(self, ancestors)
    ancestors.append(self)
    for case .element(let element) in children { element.walk(&ancestors, visit) }
    ancestors.removeLast()
  }
}

/// An attribute of an XML element.
package struct MarkupAttribute: Sendable, Hashable {
  /// The name as written, prefix included.
  package let name: String
  /// The value with references resolved.
  package let value: String
  /// The place from the name to the closing quotation mark.
  package let range: TextRange

  /// Makes an attribute.
  package init(name: String, value: String, range: TextRange) {
    (self.name, self.value, self.range) = (name, value, range)
  }
}

/// An XML file as it was read.
package struct MarkupDocument: Sendable, Equatable {
  /// The outermost element.
  package let root: MarkupElement
  /// All comments of the file, in order, the ones outside of the outermost element included.
  package let comments: [TextComment]

  /// Makes a document from its parts.
  package init(root: MarkupElement, comments: [TextComment]) {
    (self.root, self.comments) = (root, comments)
  }
}

/// What can stand inside an XML element.
package enum MarkupNode: Sendable, Equatable {
  /// An element.
  case element(MarkupElement)
  /// Characters, with references and CDATA sections resolved.
  case text(String, range: TextRange)
  /// A comment.
  case comment(TextComment)
}

/// A comment of a file, without the signs that open and close it.
package struct TextComment: Sendable, Hashable {
  /// What the comment says.
  package let text: String
  /// Where the comment stands, its opening and closing signs included.
  package let range: TextRange

  /// Makes a comment.
  package init(text: String, range: TextRange) {
    (self.text, self.range) = (text, range)
  }
}
