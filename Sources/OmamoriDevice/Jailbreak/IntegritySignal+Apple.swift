extension IntegritySignal.Identifier {
  /// The device is jailbroken.
  public static let jailbreak = Self(
    "device.jailbreak", mastg: ["MASTG-KNOW-0084", "MASTG-TEST-0240", "MASTG-TEST-0241"])
  /// The app runs in the simulator, or on a Mac though it was made for another device.
  public static let simulator = Self("environment.simulator", kind: .environment, mastg: ["MASTG-KNOW-0088"])
  /// The app's signature lets debuggers in, or takes protections away.
  public static let debuggable = Self(
    "app.debuggable", mastg: ["MASTG-TEST-0261", "MASTG-KNOW-0085", "MASTG-KNOW-0086"])
}
