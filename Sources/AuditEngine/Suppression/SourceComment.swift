/// A comment in a file, by the place of its first and last byte.
struct SourceComment: Hashable {
  /// Where it stands, delimiters included.
  let range: Range<Int>
  /// Whether it stands alone: nothing but white space is before it in its line.
  let isAlone: Bool
}
