import AuditEngine
import SwiftSyntax

/// Where a file mentions a parameter of OAuth, put together once for all of its requests.
struct OAuthMentions {
  /// The functions that mention it.
  private var functions: Set<ScopeID> = []
  /// Whether it is mentioned where no request is put together.
  private var isElsewhere = false

  /// Looks for `name` in `source`, whose parameters are `parameters`.
  init(of name: String, in source: SwiftSource, _ parameters: [OAuthParameter]) {
    for fact in source.facts.strings where OAuthParameter.mentions(name, fact) {
      guard let function = source.facts.function(around: fact.scope)?.scope else {
        isElsewhere = true
        continue
      }
      functions.insert(function)
    }
    let requests = parameters.filter { $0.name == "response_type" }
      .compactMap { source.facts.function(around: $0.scope)?.scope }
    if !functions.isSubset(of: requests) { isElsewhere = true }
  }

  /// Whether the parameter can belong to the request that `request` is part of: it is mentioned anywhere but in a
  /// function that puts another request together.
  func canBelong(to request: OAuthParameter, in source: SwiftSource) -> Bool {
    if isElsewhere { return true }
    guard let own = source.facts.function(around: request.scope)?.scope else { return false }
    return functions.contains(own)
  }
}
