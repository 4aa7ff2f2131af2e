import Foundation
import TestSupport

/// A private folder in place of `/etc/pam.d`, with the services that a test writes.
final class PAMServices: Sendable {
  private static let modules = "/usr/lib/\(machine)-linux-gnu/pam_wrapper"
  /// The module of libpam-wrapper that takes its passwords from a file.
  static let matrix = modules + "/pam_matrix.so"
  /// Whether PAM's own modules and pam_matrix are installed.
  static let areThere =
    FileManager.default.fileExists(atPath: matrix) && FileManager.default.fileExists(atPath: "/etc/pam.d")

  private static var machine: String {
    #if arch(arm64)
    "aarch64"
    #else
    "x86_64"
    #endif
  }

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(permissions: 0o700)
    try write("permit", "auth required pam_permit.so\naccount required pam_permit.so\n")
    try write("deny", "auth required pam_deny.so\naccount required pam_permit.so\n")
    try write("barred", "auth required pam_permit.so\naccount required pam_deny.so\n")
    try write("broken", "auth required pam_that_is_not_there.so\naccount required pam_permit.so\n")
    // pam_matrix wants the service after each password.
    let passwords = ["matrix", "faillock"].map { "bob:of-bob-7351:\($0)\n" }.joined()
    try write("passwords", passwords)
    let matrix = "\(Self.matrix) passdb=\(folder.path)/passwords"
    try write("matrix", "auth required \(matrix)\naccount required \(matrix)\n")
    let faillock = "dir=\(folder.path)/tally deny=2 unlock_time=600"
    try write(
      "faillock",
      """
      auth requisite pam_faillock.so preauth \(faillock)
      auth [success=1 default=ignore] \(matrix)
      auth [default=die] pam_faillock.so authfail \(faillock)
      auth required pam_permit.so
      account required pam_faillock.so \(faillock)
      account required pam_permit.so

      """)
  }

  func write(_ name: String, _ text: String) throws {
    try folder.write(text, to: name)
  }
}
