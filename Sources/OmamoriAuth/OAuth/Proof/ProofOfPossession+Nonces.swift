import OmamoriCore
public import OmamoriTransport

extension ProofOfPossession {
  /// The greatest size of a nonce that is taken, in bytes.
  static let greatestNonceSize = 1024

  /// Takes note of what an answer says for the next proof: its nonce and its clock.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - url: The URL that it came from; a nonce counts for its origin only.
  /// - Returns: Whether the answer asks to repeat the request with the nonce that it brought, and that is a new one.
  @discardableResult
  public func learn(from answer: HTTPAnswer, of url: RequestURL) -> Bool {
    let offered = answer.fields.values("DPoP-Nonce")
    let nonce = offered.count == 1 && Self.isNonce(offered[0]) ? offered[0] : nil
    let server = answer.fields["Date"].flatMap(HTTPDate.read)
    let now = clock.date
    let isNew = memory.withLock { memory in
      var origin = memory.origins[Self.name(url)] ?? Origin()
      let isNew = nonce != nil && nonce != origin.nonce
      if let nonce { origin.nonce = nonce }
      if let server {
        let offset = server.timeIntervalSince(now)
        // A few seconds are the way of the answer, not a wrong clock.
        origin.clockOffset = offset.magnitude > 10 ? offset : 0
      }
      memory.uses += 1
      origin.use = memory.uses
      memory.origins[Self.name(url)] = origin
      if memory.origins.count > Self.greatestOriginCount,
        let oldest = memory.origins.min(by: { $0.value.use < $1.value.use })
      {
        memory.origins[oldest.key] = nil
      }
      return isNew
    }
    return isNew && Self.asksForNonce(answer)
  }

  func recall(_ url: RequestURL) -> Origin {
    memory.withLock { memory in
      memory.uses += 1
      memory.origins[Self.name(url)]?.use = memory.uses
      return memory.origins[Self.name(url)] ?? Origin()
    }
  }

  private static func name(_ url: RequestURL) -> String { "\(url.host):\(url.port)" }

  /// The characters of RFC 9449 §8.1.
  private static func isNonce(_ text: String) -> Bool {
    (1...greatestNonceSize).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  /// Whether a token endpoint (RFC 9449 §8) or a resource (§9) demands a nonce.
  private static func asksForNonce(_ answer: HTTPAnswer) -> Bool {
    guard answer.status == 400 || answer.status == 401 else { return false }
    if AuthError(refusal: answer) == .server(.useDPoPNonce, status: answer.status) { return true }
    return AuthenticationChallenge.read(answer.fields).contains {
      $0.scheme == "dpop" && $0.errorCode == .useDPoPNonce
    }
  }
}
