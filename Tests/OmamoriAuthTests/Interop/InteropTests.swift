import Testing

/// Everything that talks to the real servers, one test at a time: some of them fail over two requests at once.
@Suite("Real authorization servers", .enabled(if: InteropServer.isRunning), .serialized)
enum InteropTests {
  static let all = ["glewlwyd", "canaille", "django-oauth-toolkit", "lemonldap"]
}
