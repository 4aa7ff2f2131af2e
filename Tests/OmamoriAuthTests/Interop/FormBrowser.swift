import OmamoriAuth
import OmamoriTransport
import OmamoriTransportCurl

/// A person without a screen: logs in by filling the server's forms.
struct FormBrowser: Browser {
  let server: InteropServer

  func callback(from url: RequestURL, to redirectURI: RedirectURI) async throws(AuthError) -> SecretText {
    do {
      return SecretText(copying: try await server.interop("login", url.text))
    } catch {
      print(error)
      throw .callback(.browserFailed)
    }
  }
}
