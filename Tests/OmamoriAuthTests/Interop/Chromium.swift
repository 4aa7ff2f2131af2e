import OmamoriAuth
import OmamoriTransport

/// A person with headless Chromium, who fills in the pages that the server shows.
struct Chromium: Browser {
  let server: InteropServer

  func callback(from url: RequestURL, to redirectURI: RedirectURI) async throws(AuthError) -> SecretText {
    do {
      return SecretText(copying: try await server.interop("browse", url.text))
    } catch {
      print(error)
      throw .callback(.browserFailed)
    }
  }
}
