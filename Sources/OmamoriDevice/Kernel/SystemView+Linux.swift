#if !canImport(Darwin)
/// The views that the system offers.
enum SystemView {
  /// The calling process.
  static var ownProcess: any ProcessView { ProcFolder.ownProcess }

  /// Another process.
  static func process(_ number: Int32) throws(DeviceError) -> any ProcessView { ProcFolder.process(number) }
}
#endif
