public import OmamoriDevice

extension JailbreakProbe {
  /// Makes a probe of the device that the app runs on.
  ///
  /// - Parameter schemes: Whether the tools' apps are there, see `SchemeAnswers.current()`; without it the apps are not
  ///   looked for in that way.
  public init(schemes: SchemeAnswers = .none) {
    self.init(FileDeviceView(host: .current), schemes: schemes)
  }
}
