/// A request whose head was judged and whose body is wanted.
struct PendingRequest: Sendable, Hashable {
  let route: Route
  /// The target, which a registration's signature is verified with when the key has come.
  let head: RequestHead
  /// Where the request comes from.
  let peer: PeerAddress
  /// The account that sends it; `nil` for what anybody may ask, and for a registration.
  var account: RelayStore.Account?
  /// What was said about the body; `nil` for what anybody may ask.
  var authorization: RequestAuthorization?
}
