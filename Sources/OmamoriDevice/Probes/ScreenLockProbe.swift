/// Says that nobody can tell here whether the screen locks itself.
///
/// Desktops of Linux keep that each in settings of its own, and servers have no screen. Apple systems tell through
/// LocalAuthentication whether there is a passcode; the adapter for them brings a probe of that name.
public struct ScreenLockProbe: IntegrityProbe {
  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/screenLock``.
  public var identifiers: [IntegritySignal.Identifier] { [.screenLock] }

  /// Always unavailable.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    [IntegritySignal(.screenLock, .unavailable(.platform))]
  }
}
