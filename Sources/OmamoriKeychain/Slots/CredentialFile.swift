#if !canImport(Darwin)
import OmamoriCore

/// A credential of systemd.
enum CredentialFile {
  /// Whether systemd takes it as the name of a credential, which is the name of a file in one folder.
  static func isName(_ name: String) -> Bool {
    1...255 ~= name.utf8.count && name != "." && name != ".."
      && !name.utf8.contains { $0 == 0x2F || $0 < 0x20 }
  }
}
#endif
