import OmamoriCore
import OmamoriTransport

extension HTTPAnswer {
  /// The members of an answer in JSON that has to be a success.
  func members(of statuses: Set<Int> = [200]) throws(AuthError) -> JSONObject {
    guard statuses.contains(status) else { throw AuthError(refusal: self) }
    let limits = JSONLimits(depth: 16, size: OAuthClient.greatestAnswerSize, values: 20_000)
    guard isJSON, let object = (try? StrictJSON.parse(body, limits: limits))?.objectValue else {
      throw .response(.malformed)
    }
    return object
  }
}
