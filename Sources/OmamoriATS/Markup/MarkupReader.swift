/// Reads XML files such as storyboards and schemes into a tree with places, within fixed bounds.
///
/// Nothing is fetched and no entity is expanded. Namespaces are not resolved: a prefix is part of the name.
/// It is safe to use from any thread.
public enum MarkupReader {
  /// Reads `bytes`, which are UTF-8, or UTF-16 with a byte order mark.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: The bounds to keep; every element, text and comment is a node.
  /// - Returns: The tree and the comments.
  /// - Throws: ``PropertyListError`` with the place and the cure.
  public static func read(
    _ bytes: [UInt8],
    limits: PropertyListLimits = .interface
  ) throws(PropertyListError) -> MarkupDocument {
    guard bytes.count <= limits.maximumBytes else { throw .tooLarge(limit: limits.maximumBytes) }
    var builder = MarkupBuilder(try TextDecoding.utf8(bytes), limits: limits)
    return try builder.build()
  }
}
