/// Which characters the texts of OAuth have (RFC 6749 appendix A).
enum FormText {
  /// Visible characters and the space.
  static func isVisible(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Visible characters without the space, as in a header field's credentials.
  static func isCredential(_ text: String) -> Bool { text.utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  /// One scope.
  static func isScope(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 == 0x21 || (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) }
  }

  /// Scopes as one text; `nil` for none.
  static func scope(_ scopes: [String]) throws(AuthError) -> String? {
    guard scopes.count <= 256, scopes.allSatisfy(isScope) else { throw .configuration(.scope) }
    return scopes.isEmpty ? nil : scopes.joined(separator: " ")
  }
}
