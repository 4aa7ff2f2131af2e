#if canImport(Darwin)
extension OpenFile {
  /// Does nothing: Apple systems begin to write by themselves.
  func startSynchronizing(at offset: UInt64, count: Int) {}
}
#endif
