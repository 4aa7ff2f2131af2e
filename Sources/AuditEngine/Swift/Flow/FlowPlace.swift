import SwiftSyntax

/// Where an expression stands, and by which calls it was reached.
struct FlowPlace {
  /// The scope in which names are looked up.
  var scope: ScopeID
  /// The place in the file: only what is declared and assigned before it counts.
  var offset: Int
  /// The calls by which the function around it was reached.
  var call: FlowCall?
  /// How many expressions were followed to come here.
  var depth = 0
  /// How many calls were followed to come here, in either direction.
  var calls = 0

  /// The place of another expression of the same function.
  func at(_ expression: ExprSyntax, in scope: ScopeID? = nil) -> FlowPlace {
    var place = self
    place.scope = scope ?? self.scope
    place.offset = expression.utf8Range.lowerBound
    place.depth += 1
    return place
  }
}
