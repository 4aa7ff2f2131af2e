#if canImport(Darwin)
/// The views that the system offers.
enum SystemView {
  /// The calling process.
  static var ownProcess: any ProcessView { DarwinProcess() }

  /// No process can look at another without an entitlement.
  static func process(_ number: Int32) throws(DeviceError) -> any ProcessView { throw .unsupported }
}
#endif
