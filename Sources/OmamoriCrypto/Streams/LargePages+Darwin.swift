#if canImport(Darwin)
/// Memory in large pages, which Apple systems choose by themselves.
enum LargePages {
  /// Does nothing.
  static func prefer(for room: UnsafeMutableRawBufferPointer) {}
}
#endif
