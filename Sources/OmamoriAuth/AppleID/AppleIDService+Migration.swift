import OmamoriCore
import OmamoriTransport

/// Persons of an app that is transferred to another team: their identifiers differ from team to team.
///
/// Source: <https://developer.apple.com/documentation/signinwithapple/transferring-your-apps-and-users-to-another-team>.
extension AppleIDService {
  /// Makes the identifier by which the new team finds a person; for the old team, before the transfer.
  ///
  /// - Parameters:
  ///   - subject: The person's identifier for the old team.
  ///   - team: The identifier of the new team.
  /// - Returns: The transfer identifier.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func transferSubject(of subject: String, to team: String) async throws(AuthError) -> String {
    let object = try await migrate([("sub", subject), ("target", team)])
    return try Self.text("transfer_sub", in: object)
  }

  /// Finds a person by a transfer identifier; for the new team, within 60 days after the transfer.
  ///
  /// - Parameter transferSubject: The transfer identifier, also from ``AppleIDClaims/transferSubject``.
  /// - Returns: The person's identifier and address for the new team.
  /// - Throws: ``AuthError/server(_:status:)``, ``AuthError/response(_:)``, ``AuthError/transport(_:)``.
  public func migratedPerson(_ transferSubject: String) async throws(AuthError) -> AppleIDMigration {
    let object = try await migrate([("transfer_sub", transferSubject)])
    let isPrivate = object["is_private_email"]
    return AppleIDMigration(
      subject: try Self.text("sub", in: object), email: object["email"]?.stringValue,
      isPrivateEmail: isPrivate?.boolValue ?? (isPrivate?.stringValue == "true"))
  }

  private func migrate(_ fields: [(String, String)]) async throws(AuthError) -> JSONObject {
    var grant = FormFields()
    grant.set("grant_type", "client_credentials")
    grant.set("scope", "user.migration")
    let token = try await client().tokens(for: grant).accessToken
    var form = FormFields()
    for (name, value) in fields {
      guard 1...256 ~= value.utf8.count, FormText.isCredential(value) else {
        throw .configuration(.parameter)
      }
      form.set(name, value)
    }
    form.set("client_id", secrets.clientID)
    form["client_secret"] = try secrets.secret()
    let (url, body) = (try Self.url("usermigrationinfo"), form.body)
    let request = try AuthError.transporting { () throws(TransportError) in
      let headers = try HeaderFields([
        "Authorization": "Bearer " + token.reveal(), "Accept": "application/json",
      ])
      return try Request(.post, url, headers: headers, body: body)
    }
    let answer = try await exchange.checkedAnswer(to: request, limit: 64 << 10)
    guard answer.status == 200 else { throw AuthError(refusal: answer) }
    let limits = JSONLimits(depth: 4, size: 64 << 10, values: 100)
    guard let object = (try? StrictJSON.parse(answer.body, limits: limits))?.objectValue else {
      throw .response(.malformed)
    }
    return object
  }

  private static func text(_ name: String, in object: JSONObject) throws(AuthError) -> String {
    guard let text = object[name]?.stringValue, 1...256 ~= text.utf8.count else {
      throw .response(.missingMember)
    }
    return text
  }
}
