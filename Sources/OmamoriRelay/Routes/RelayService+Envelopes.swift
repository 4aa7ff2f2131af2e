#if !canImport(Darwin)
import OmamoriCore

extension RelayService {
  private static let greatestAcknowledgementCount = 1000

  /// Takes an envelope for an account.
  func storeEnvelope(
    _ envelope: [UInt8], as identifier: String, from sender: RelayStore.Account, to address: String
  ) throws(RelayError) -> HTTPResponse {
    guard !envelope.isEmpty else { return Self.malformed }
    guard let recipient = try store.account(address) else { return Self.notFound }
    let outcome = try store.store(envelope, as: identifier, from: sender, to: recipient, now: now)
    if case .new = outcome { arrivals.announce(recipient.id) }
    return Self.response(to: outcome)
  }

  /// Gives an account the envelopes that wait for it, and waits for one if it is asked to.
  func envelopes(
    _ query: EnvelopeQuery, for account: RelayStore.Account, _ patience: ConnectionPatience
  ) throws(RelayError) -> HTTPResponse {
    let wait = min(.seconds(query.wait), limits.longestWait)
    let deadline = ContinuousClock.now + wait
    // Whoever stores an envelope after this look announces it to this connection.
    if wait > .zero { arrivals.watch(account.id, patience.wake) }
    defer { if wait > .zero { arrivals.forget(account.id, patience.wake) } }
    while true {
      let delivery = try store.envelopes(for: account, after: query.after, count: query.limit, now: now)
      guard delivery.envelopes.isEmpty, patience.wait(until: deadline) else {
        return HTTPResponse(.ok, json: Self.document(delivery))
      }
    }
  }

  /// Removes envelopes that an account has.
  func acknowledge(_ body: [UInt8], of account: RelayStore.Account) throws(RelayError) -> HTTPResponse {
    let limits = JSONLimits(depth: 2, size: body.count, values: Self.greatestAcknowledgementCount + 2)
    guard let document = try? StrictJSON.parse(body, limits: limits).objectValue, document.count == 1,
      let list = document["sequences"]?.arrayValue, list.count <= Self.greatestAcknowledgementCount
    else { return Self.malformed }
    let sequences = list.compactMap { $0.numberValue?.integer(as: Int64.self) }
    guard sequences.count == list.count, sequences.allSatisfy({ $0 > 0 }) else { return Self.malformed }
    try store.acknowledge(sequences, of: account, now: now)
    return HTTPResponse(.noContent)
  }

  /// Takes an attachment.
  func storeAttachment(
    _ bytes: [UInt8], as identifier: String, from account: RelayStore.Account, at peer: PeerAddress
  ) throws(RelayError) -> HTTPResponse {
    guard !bytes.isEmpty else { return Self.malformed }
    let (now, day) = (now, now / RelayStore.day)
    let size = counters.uploads(from: peer.network, on: day) + Int64(bytes.count)
    guard try size <= store.room().attachmentsOfNetwork else { return Self.response(to: .full) }
    let outcome = try store.storeAttachment(bytes, as: identifier, from: account, now: now)
    if case .new = outcome { counters.countUpload(of: bytes.count, from: peer.network, on: day) }
    return Self.response(to: outcome)
  }

  /// Gives an attachment to whoever knows its identifier.
  func attachment(_ identifier: String) throws(RelayError) -> HTTPResponse {
    guard let bytes = try store.attachment(identifier, now: now) else { return Self.notFound }
    return HTTPResponse(.ok, bytes: bytes)
  }

  private static func response(to outcome: RelayStore.Storing) -> HTTPResponse {
    switch outcome {
    case .new: HTTPResponse(.created, json: [:])
    case .known: HTTPResponse(.ok, json: [:])
    case .taken: HTTPResponse(.conflict, error: "conflict")
    case .full: HTTPResponse(.insufficientStorage, error: "full")
    }
  }

  private static func document(_ delivery: RelayStore.Delivery) -> JSONValue {
    let envelopes = delivery.envelopes.map { envelope -> JSONValue in
      [
        "sequence": .integer(envelope.sequence), "identifier": .string(envelope.identifier),
        "sender": .string(envelope.sender), "received": .integer(envelope.received),
        "envelope": .string(Base64URL.encode(envelope.envelope)),
      ]
    }
    return ["envelopes": .array(envelopes), "more": .bool(delivery.hasMore)]
  }
}
#endif
