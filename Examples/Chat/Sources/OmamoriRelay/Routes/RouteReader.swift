import OmamoriCore

/// Finds the route of a method and a target; nothing is decoded, so that each route has one spelling.
enum RouteReader {
  /// What a target comes to.
  enum Result: Sendable, Hashable {
    case route(Route)
    case notFound
    /// The target is of another form than its route's.
    case malformed
    /// The target exists, and can be asked for with these methods.
    case otherMethod([String])
  }

  /// Reads a target.
  static func read(method: String, target: String) -> Result {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first else { return .notFound }
    let query = parts.count > 1 ? parts[1] : nil
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard segments.first == "v1" else { return .notFound }
    if query != nil, segments.last != "envelopes" { return .malformed }
    switch segments.dropFirst().first {
    case "health" where segments.count == 2: return choose(method, ["GET": .health])
    case "attachments" where segments.count == 3:
      guard isIdentifier(segments[2]) else { return .malformed }
      return choose(method, ["PUT": .putAttachment(segments[2]), "GET": .attachment(segments[2])])
    case "accounts" where segments.count >= 3:
      guard AccountAddress.isValid(segments[2]) else { return .malformed }
      return account(segments[2], Array(segments.dropFirst(3)), method, query)
    default: return .notFound
    }
  }

  private static func account(
    _ address: String, _ rest: [String], _ method: String, _ query: Substring?
  ) -> Result {
    switch (rest.first, rest.count) {
    case (nil, _): return choose(method, ["PUT": .register(address)])
    case ("prekeys", 1): return choose(method, ["PUT": .publish(address)])
    case ("prekeys", 2) where rest[1] == "one-time":
      return choose(method, ["POST": .addEntries(address), "GET": .countEntries(address)])
    case ("bundle", 1): return choose(method, ["POST": .bundle(address)])
    case ("acknowledgements", 1): return choose(method, ["POST": .acknowledge(address)])
    case ("envelopes", 1):
      guard let query = EnvelopeQuery(query) else { return .malformed }
      return choose(method, ["GET": .envelopes(address, query)])
    case ("envelopes", 2):
      guard isIdentifier(rest[1]) else { return .malformed }
      return choose(method, ["PUT": .putEnvelope(address, identifier: rest[1])])
    default: return .notFound
    }
  }

  private static func choose(_ method: String, _ routes: [String: Route]) -> Result {
    routes[method].map(Result.route) ?? .otherMethod(routes.keys.sorted())
  }

  /// 16 bytes in base64url.
  static func isIdentifier(_ text: String) -> Bool {
    text.utf8.count == 22 && (try? Base64URL.decode(text))?.count == 16
  }
}
