import OmamoriCore
import OmamoriTransport

extension ClientAuthentication {
  /// Adds to a request what proves the client.
  func apply(
    to form: inout FormFields, _ headers: inout HeaderFields, for client: OAuthClient
  ) async throws(AuthError) {
    switch self {
    case .none, .certificate: form.set("client_id", client.identifier)
    case .secretInHeader(let secret):
      // The colon between the two would not be the first one if the parts were not escaped.
      let pair = FormFields.encode(client.identifier) + ":" + FormFields.encode(secret.reveal())
      let credentials = Data(pair.utf8).base64EncodedString()
      try AuthError.transporting { () throws(TransportError) in
        try headers.set("Authorization", "Basic " + credentials)
      }
    case .secretInBody(let secret):
      form.set("client_id", client.identifier)
      form["client_secret"] = secret
    }
  }
}
