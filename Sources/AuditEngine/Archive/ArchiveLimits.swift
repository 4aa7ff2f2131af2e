/// The sizes a zip archive may have; everything is decided from its headers before anything is inflated.
package struct ArchiveLimits: Sendable, Hashable {
  /// The most entries.
  package var entries: Int
  /// The largest sum of inflated sizes, in bytes.
  package var total: Int
  /// The largest quotient of inflated and compressed size, of each entry and of the whole.
  package var ratio: Int
  /// The inflated size in bytes up to which ``ratio`` is not asked for: small files of zeros are common.
  package var ratioFloor: Int
  /// The longest name, in bytes.
  package var nameLength: Int
  /// The largest central directory, in bytes.
  package var directory: Int

  /// Makes limits; without arguments they are the defaults of the tool.
  package init(
    entries: Int = 100_000, total: Int = 4 << 30, ratio: Int = 200, ratioFloor: Int = 1 << 20,
    nameLength: Int = 4096, directory: Int = 64 << 20
  ) {
    (self.entries, self.total, self.ratio) = (entries, total, ratio)
    (self.ratioFloor, self.nameLength, self.directory) = (ratioFloor, nameLength, directory)
  }
}
