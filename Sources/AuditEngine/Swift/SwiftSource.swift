package import OmamoriCore
import SwiftParser
package import SwiftSyntax

/// A Swift file, parsed and walked, ready to be asked.
package final class SwiftSource: Sendable {
  /// The file as bytes, with its place in the tree.
  package let text: TextSource
  /// The syntax tree.
  package let tree: SourceFileSyntax
  /// What the walk wrote down.
  package let facts: SwiftFacts
  /// What other files say about names that this one uses.
  package let project: ProjectKnowledge

  /// What was asked about names that the file does not declare.
  package let wants = WantRecorder()
  /// How far values may still be followed; see ``FoldingBudget``.
  let budget = FoldingBudget()
  /// How far the parts of texts may still be followed.
  let textBudget = FoldingBudget()
  /// What ``isFixed(_:in:)`` found out.
  let knownFixed = Protected<[Range<Int>: Bool]>([:])
  /// The assignments to each name that was followed, by the place of its declaration.
  let knownAssignments = Protected<[Int: Assignments]>([:])
  /// What was found out when declarations were followed.
  let flowMemory = FlowMemory()
  /// The statements of each block that may end it early, by the block.
  let knownGates = Protected<[SyntaxIdentifier: Gates]>([:])
  /// The calls of each function in this file, by its scope.
  let knownCalls = Protected<[ScopeID: [Call]]>([:])
  /// What was put together about each function, by its scope.
  let knownSignatures = Protected<[ScopeID: FunctionSignature]>([:])
  /// The functions of this file that calls may mean, by the shape of the calls.
  let knownFitting = Protected<[FittingFunctions.Shape: FittingFunctions]>([:])
  /// What each function returns, by its scope.
  let knownReturns = Protected<[ScopeID: [ExprSyntax]]>([:])
  /// What assignments to elements do to the dictionaries whose variables they name.
  let knownElements = Protected<[DictionaryElement.Key: DictionaryElement]>([:])
  /// What rules found out about whole scopes and types.
  let ruleMemory = RuleMemory()
  /// The names that hold something from outside, by the scope of the function.
  package let knownOutsideNames = Protected<[ScopeID: Set<String>]>([:])
  /// How far values may still be followed from where they come.
  let flowBudget = FoldingBudget(stepsPerFile: FoldingBudget.flowStepsPerFile)

  /// Parses and walks `text`; `flags` are the compilation conditions of the project.
  ///
  /// A file that nests too deeply is not parsed: its tree is empty, and its facts say that they are cut short.
  package init(_ text: TextSource, flags: CompilationConditions = [], project: ProjectKnowledge = .empty) {
    (self.text, self.project) = (text, project)
    let isParsable = NestingGuard.allows(text.bytes)
    // because the buffer is only read while the parser runs; the tree keeps a copy of its own.
    tree = unsafe (isParsable ? text.bytes : []).withUnsafeBufferPointer { unsafe Parser.parse(source: $0) }
    let collector = FactCollector(conditions: ReleaseConditions(conditions: flags))
    collector.walk(tree)
    facts = collector.finish(isCutShort: !isParsable)
  }

  /// Looks again at a file that has been parsed and walked before.
  package init(_ known: KeptTrees.Tree, project: ProjectKnowledge) {
    (text, tree, facts, self.project) = (known.text, known.tree, SwiftFacts(known.record), project)
  }

  /// Whether following values ended at a limit, so that rules may have missed something.
  var isFlowCutShort: Bool {
    budget.isCutShort || flowBudget.isSpent || textBudget.isSpent || facts.looks.isCutShort
  }

  /// Whether the parser had to guess; what it understood is audited all the same.
  package var hasSyntaxErrors: Bool { tree.hasError }

  /// The comments that begin with `//`, each without the end of its line.
  package var lineComments: [Range<Int>] {
    let bytes = text.bytes
    var literals = facts.strings.map(\.range).sorted { $0.lowerBound < $1.lowerBound }[...]
    var comments: [Range<Int>] = []
    var index = 0
    while index + 1 < bytes.count {
      while let first = literals.first, first.upperBound <= index { literals.removeFirst() }
      if let first = literals.first, first.contains(index) {
        index = first.upperBound
      } else if bytes[index] == 0x2F, bytes[index + 1] == 0x2F {
        let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        comments.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return comments
  }

  /// The last statement-like text of `node`, on one line and cut to a length that fits a message.
  package func quote(_ node: some SyntaxProtocol, limit: Int = 60) -> String {
    let words = node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count <= limit ? words : words.prefix(limit - 1) + "…"
  }
}

extension SyntaxProtocol {
  /// The nearest node of `type` around this one, at most `levels` levels up.
  package func ancestor<Node: SyntaxProtocol>(_ type: Node.Type, within levels: Int = 32) -> Node? {
    var node = parent
    for _ in 0..<levels {
      guard let current = node else { return nil }
      if let found = current.as(Node.self) { return found }
      node = current.parent
    }
    return nil
  }
}

// Short ways to texts that rules ask for again and again: `trimmedDescription` builds a new tree, and reading a literal
// cuts it into tokens once more. Both are needed for few of them.

extension TypeSyntaxProtocol {
  /// The type as it is written, without white space and comments around it.
  package var writtenName: String {
    if let optional = self.as(OptionalTypeSyntax.self), optional.questionMark.presence == .present,
      optional.trimmedLength == optional.wrappedType.trimmedLength + optional.questionMark.trimmedLength
    {
      return optional.wrappedType.writtenName + "?"
    }
    guard let name = self.as(IdentifierTypeSyntax.self)?.name, name.trimmedLength == trimmedLength else {
      return trimmedDescription
    }
    return name.text
  }
}

extension String {
  /// Whether `byte` stands in the text.
  package func holds(_ byte: UInt8) -> Bool { utf8.contains(byte) }
}

extension StringLiteralExprSyntax {
  /// The text that the literal stands for; `nil` when it has parts known only when the program runs.
  package var knownText: String? {
    guard segments.count == 1, openingPounds == nil, !hasError,
      case .stringSegment(let segment)? = segments.first, openingQuote.trimmedLength.utf8Length == 1
    else { return representedLiteralValue }
    let text = segment.content.text
    return text.utf8.contains(UInt8(ascii: "\\")) ? representedLiteralValue : text
  }
}

/// What is known of a string literal of a file.
package struct FoldedString: Sendable {
  /// The literal.
  package let fact: StringFact
  /// Its value.
  package let value: Value
}

extension SwiftSource {
  /// The string literals with their values, which several rules ask for.
  package var foldedStrings: [FoldedString] {
    once(all: FoldedString.self) {
      facts.strings.map { FoldedString(fact: $0, value: fold(ExprSyntax($0.node), in: $0.scope)) }
    }
  }
}
