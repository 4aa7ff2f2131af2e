/// What the address of a dependency tells.
package enum DependencyAddress {
  /// The last part of an address, without `.git`.
  package static func name(of location: String) -> String {
    let last = location.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? location
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
  }

  /// The scheme in lower case, or an empty text.
  package static func scheme(of location: String) -> String {
    location.firstRange(of: "://").map { location[..<$0.lowerBound].lowercased() } ?? ""
  }

  /// The host in lower case, without a port.
  package static func host(of location: String) -> String {
    authority(of: location).split(separator: "@", omittingEmptySubsequences: false).last
      .map { $0.prefix { $0 != ":" }.lowercased() } ?? ""
  }

  /// Whether the address carries a user name with a password or token.
  package static func hasCredentials(_ location: String) -> Bool {
    let scheme = scheme(of: location)
    guard scheme == "http" || scheme == "https" else { return false }
    let parts = authority(of: location).split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count > 1, let user = parts.first, !user.isEmpty else { return false }
    // A build variable is no secret; `git@` alone names the account of the service.
    return !user.contains("$") && user != "git"
  }

  /// The address without user name and password.
  package static func shown(_ location: String) -> String {
    guard let start = location.firstRange(of: "://")?.upperBound else { return location }
    let authority = authority(of: location)
    guard let at = authority.lastIndex(of: "@") else { return location }
    return location[..<start] + "…"
      + location[location.index(start, offsetBy: authority.distance(from: authority.startIndex, to: at))...]
  }

  private static func authority(of location: String) -> Substring {
    guard let start = location.firstRange(of: "://")?.upperBound else { return "" }
    return location[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
  }
}
