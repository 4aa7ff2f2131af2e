import OmamoriCore
import OmamoriTransport
import OmamoriTransportCurl

@testable import OmamoriAuth

/// A person with a browser who always logs in at a ``TestAuthorizationServer``.
struct TestBrowser: Browser {
  let server: TestAuthorizationServer

  func callback(from url: RequestURL, to redirectURI: RedirectURI) async throws(AuthError) -> SecretText {
    do {
      return SecretText(copying: try server.visit(url))
    } catch {
      throw .callback(.browserFailed)
    }
  }
}
