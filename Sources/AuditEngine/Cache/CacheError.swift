/// Why bytes of a cache cannot be read; whoever asks audits the file instead.
package enum CacheError: Error, Equatable {
  /// Something ends too early, is too long, nests too deeply or is none of the known values.
  case malformed
}
