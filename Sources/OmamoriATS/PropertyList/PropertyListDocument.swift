/// A property list as it was read from a file.
public struct PropertyListDocument: Sendable, Equatable {
  /// The outermost value.
  public let root: PropertyList
  /// The form of the file.
  public let format: PropertyListFormat
  /// The comments, in the order of the file.
  public let comments: [TextComment]
  /// Entries that a later entry of the same key in the same dictionary hides.
  public let duplicates: [PropertyListDictionary.Entry]

  /// Makes a document from its parts.
  public init(
    root: PropertyList,
    format: PropertyListFormat,
    comments: [TextComment] = [],
    duplicates: [PropertyListDictionary.Entry] = []
  ) {
    (self.root, self.format) = (root, format)
    (self.comments, self.duplicates) = (comments, duplicates)
  }
}
