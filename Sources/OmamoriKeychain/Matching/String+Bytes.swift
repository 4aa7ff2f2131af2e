extension String {
  /// Says whether both consist of the same bytes, as Apple's keychain compares names: "é" in one code point and "é" in
  /// two are different accounts, although they are equal as texts of Swift.
  func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8, other.utf8)
    return left.count == right.count && left.elementsEqual(right)
  }
}
