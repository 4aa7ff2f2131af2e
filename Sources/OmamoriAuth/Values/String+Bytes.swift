import OmamoriCore

extension String {
  /// Says whether both have the same bytes in UTF-8, as RFC 7519 compares; `==` takes canonically equivalent texts for
  /// the same.
  func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // because both buffers are only read during the calls, which know their sizes
    let isSame = unsafe utf8.withContiguousStorageIfAvailable { left in
      unsafe other.utf8.withContiguousStorageIfAvailable { right in unsafe left.elementsEqual(right) }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
