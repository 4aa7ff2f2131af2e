#if !canImport(Darwin)
import OmamoriCore

extension SlotServices {
  /// What this process can use of the system.
  static var system: SlotServices {
    SlotServices(credentialsFolder: ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"])
  }
}
#endif
