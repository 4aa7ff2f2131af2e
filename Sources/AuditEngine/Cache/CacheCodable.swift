/// A value that a cache keeps.
package protocol CacheCodable {
  /// Writes the value.
  func write(to writer: inout CacheWriter)

  /// Reads a value.
  init(from reader: inout CacheReader) throws(CacheError)
}
