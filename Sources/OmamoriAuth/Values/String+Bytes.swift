extension String {
  /// Says whether both have the same bytes in UTF-8, as RFC 7519 compares; `==` takes canonically equivalent texts for
  /// the same.
  func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
