package import SwiftSyntax

/// A part of a file in which names are declared: the file itself, a type, a function, a closure or a block.
package struct Scope: Sendable {
  /// What opens the scope.
  package enum Kind: Sendable, Equatable {
    case file
    case type
    case function
    case closure
    case block
  }

  /// What opens the scope.
  package let kind: Kind
  /// The name of the type or function; empty for the others.
  package let name: String
  /// The scope around this one, or `nil` for the file.
  package let parent: ScopeID?
  /// The bytes of what opens the scope.
  package let range: Range<Int>
}

/// The index of a scope within its file.
package struct ScopeID: Hashable, Sendable {
  package let index: Int

  /// The file itself.
  package static let file = ScopeID(index: 0)
}

/// One argument of a call.
package struct Argument: Sendable {
  /// The label, or `nil` for a positional argument.
  package let label: String?
  /// The value.
  package let value: ExprSyntax
}

/// A name that is given a value: a constant, a variable, a parameter, an enum case, an optional binding.
package struct Binding: Sendable {
  /// What kind of declaration it is.
  package enum Kind: Sendable, Equatable {
    case constant
    case variable
    case parameter
    case enumCase
    case optionalBinding
  }

  /// The name.
  package let name: String
  /// What kind of declaration it is.
  package let kind: Kind
  /// The written type, if there is one.
  package let type: TypeSyntax?
  /// The initial value, default argument, raw value or unwrapped expression.
  package let value: ExprSyntax?
  /// The names of the attributes: `AppStorage`, `State`.
  package let attributes: [AttributeSyntax]
  /// Where it is declared.
  package let scope: ScopeID
  /// The bytes from the name to the end of the value.
  package let range: Range<Int>
  /// The bytes in which the name has this meaning, for the conditions of `if`, `while` and `guard`.
  package var extent: Range<Int>?
}

/// An assignment: `target = value` or `target += value`.
package struct Assignment: Sendable {
  /// What is assigned to.
  package let target: ExprSyntax
  /// The operator.
  package let operation: String
  /// The value; for `a = b + c` the parts behind the operator.
  package let value: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID
  /// The bytes from the target to the end of the value.
  package let range: Range<Int>

  /// The last name of the target: `isInspectable` in `web.isInspectable = true`.
  package var name: String? { NamePath.last(of: target) }
}

/// Two expressions beside a comparison operator.
package struct Comparison: Sendable {
  /// The left side.
  package let left: ExprSyntax
  /// The operator, such as `==`.
  package let operation: String
  /// The right side.
  package let right: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID

  /// Whether the operator is `==` or `!=`.
  package var isEquality: Bool { operation == "==" || operation == "!=" }

  /// The bytes from the left side to the end of the right side.
  package var range: Range<Int> { left.utf8Range.lowerBound..<right.utf8Range.upperBound }
}

/// A value under a key or label: an element of a dictionary literal or a named element of a tuple.
package struct EntryFact: Sendable {
  /// The key of a dictionary element; `nil` for a tuple.
  package let key: ExprSyntax?
  /// The label of a tuple element; `nil` for a dictionary.
  package let label: String?
  /// The value.
  package let value: ExprSyntax
  /// Where it stands.
  package let scope: ScopeID
}

/// A string literal.
package struct StringFact: Sendable {
  /// The syntax.
  package let node: StringLiteralExprSyntax
  /// Where it stands.
  package let scope: ScopeID

  /// The bytes of the literal with its quotes.
  package var range: Range<Int> { node.utf8Range }
}

/// A name that is used.
package struct Reference: Sendable {
  /// The syntax.
  package let node: DeclReferenceExprSyntax
  /// Where it stands.
  package let scope: ScopeID

  /// The bytes of the name.
  package var range: Range<Int> { node.utf8Range }
}

/// A function, initialiser or computed property.
package struct Function: Sendable {
  /// The name; `init` for an initialiser.
  package let name: String
  /// Labels and names of the parameters with their types.
  package let parameters: FunctionParameterListSyntax?
  /// The written type of the result.
  package let returnType: TypeSyntax?
  /// The statements.
  package let body: CodeBlockItemListSyntax
  /// The whole declaration.
  package let node: Syntax
  /// The scope that the function opens.
  package let scope: ScopeID
  /// The bytes of the name.
  package let nameRange: Range<Int>

  /// The bytes of the whole declaration.
  package var range: Range<Int> { node.utf8Range }

  /// Whether the written type of the result is `Bool`; the text of other types need not be put together for that.
  package var returnsBool: Bool {
    guard let type = returnType?.as(IdentifierTypeSyntax.self), type.name.text == "Bool" else { return false }
    return type.writtenName == "Bool"
  }
}

/// A class, structure, enum, actor, protocol or extension.
package struct TypeFact: Sendable {
  /// The name.
  package let name: String
  /// The names of what it inherits from or conforms to.
  package let inherited: [String]
  /// The names of its attributes.
  package let attributes: [String]
  /// The scope that the type opens.
  package let scope: ScopeID
  /// The bytes of the name.
  package let nameRange: Range<Int>
  /// The bytes of the whole declaration.
  package let range: Range<Int>
}

extension SyntaxProtocol {
  /// The bytes of the node without the white space and comments around it.
  package var utf8Range: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }
}
