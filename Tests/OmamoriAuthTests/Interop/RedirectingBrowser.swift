import OmamoriAuth
import OmamoriAuthLinux
import OmamoriTransport
import OmamoriTransportCurl

/// A browser that shows nothing: the server has to answer the first page with a redirect to the app.
struct RedirectingBrowser: Browser {
  let session: SecureSession

  func callback(from url: RequestURL, to redirectURI: RedirectURI) async throws(AuthError) -> SecretText {
    do {
      let answer = try await session.answer(to: HTTPRequest(.get, url))
      guard let location = answer.fields["Location"] else {
        throw InteropServer.Refused(description: "no redirect: \(answer)")
      }
      return SecretText(copying: location)
    } catch {
      print(error)
      throw .callback(.browserFailed)
    }
  }
}
