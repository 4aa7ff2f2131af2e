import TestSupport

/// The programs that the tests of sessions need.
enum TestPrograms {
  /// Whether a server with certificates can be started.
  static let areThere = Program.areInstalled("nginx", "openssl")
}
