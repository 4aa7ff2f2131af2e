import OmamoriCore

/// All that is stored of a session; it is replaced as a whole or not at all.
struct SessionRecord: Sendable, Equatable {
  enum State: Sendable, Equatable {
    case active(SessionTokens, RefreshIntent?)
    case reauthenticationRequired(ReauthenticationReason)
    case loggedOut
  }

  /// Rises by one with every change.
  var generation: UInt64
  /// Rises with every login and logout: what was asked for in an older one is not wanted any more.
  var epoch: UInt64
  var identity: SessionIdentity
  /// The person, as the identity token named them.
  var subject: String?
  /// The nonce of the login's identity token; those of refreshed ones have to be the same.
  var nonce: SecretText?
  var state: State
  var outbox: [PendingRevocation]

  var tokens: SessionTokens? {
    guard case .active(let tokens, _) = state else { return nil }
    return tokens
  }

  var intent: RefreshIntent? {
    guard case .active(_, let intent) = state else { return nil }
    return intent
  }

  /// The record that follows this one.
  func next(_ state: State) -> SessionRecord {
    var record = self
    (record.generation, record.state) = (generation + 1, state)
    return record
  }

  /// Puts a token into the outbox.
  mutating func post(_ token: SecretText, _ kind: TokenHint, at date: Date) {
    outbox.append(PendingRevocation(number: generation, token: token, kind: kind, since: date))
    outbox.removeFirst(max(0, outbox.count - PendingRevocation.greatestCount))
  }

  /// Puts the token into the outbox that the others depend on.
  mutating func post(_ tokens: SessionTokens, at date: Date) {
    if let refresh = tokens.refresh {
      post(refresh, .refreshToken, at: date)
    } else {
      post(tokens.access, .accessToken, at: date)
    }
  }
}

/// Documentation/formats/token-session.md specifies the layout.
extension SessionRecord {
  /// Version 1 has no nonce; it is still what a session without one is written in, so that older hosts read it.
  static let version: UInt8 = 2
  /// The greatest number that is read, which leaves room for those that follow.
  static let greatestNumber = UInt64(1) << 62
  /// The longest record that is read.
  static let greatestSize = 4 << 20

  func stored() -> StoredSession {
    StoredSession(generation: generation, content: SharedSecretBytes(encoded().secret()))
  }

  private func encoded() -> SecretWriter {
    var writer = SecretWriter()
    writer.byte(nonce == nil ? 1 : Self.version)
    writer.integer(generation)
    writer.integer(epoch)
    writer.text(identity.issuer)
    writer.text(identity.client)
    writer.text(identity.keyReference)
    writer.text(subject)
    if let nonce { writer.secret(nonce) }
    writer.integer(UInt64(outbox.count))
    for entry in outbox {
      writer.integer(entry.number)
      writer.byte(entry.kind == .refreshToken ? 1 : 0)
      writer.date(entry.since)
      writer.secret(entry.token)
    }
    switch state {
    case .loggedOut: writer.byte(0)
    case .reauthenticationRequired(let reason):
      writer.byte(1)
      writer.byte(reason.code)
    case .active(let tokens, let intent):
      writer.byte(intent == nil ? 2 : 3)
      writer.tokens(tokens)
      if let intent { writer.intent(intent) }
    }
    return writer
  }

  /// Reads a record.
  ///
  /// - Throws: `session(.newerFormat)` and `session(.corrupt)`.
  init(_ stored: StoredSession) throws(AuthError) {
    guard stored.content.count <= Self.greatestSize else { throw .session(.corrupt) }
    var reader = ByteReader(session: stored.content.bytes)
    try self.init(&reader)
    guard reader.isAtEnd, generation == stored.generation else { throw .session(.corrupt) }
  }

  private init(_ reader: inout ByteReader<AuthError>) throws(AuthError) {
    let version = try reader.number(UInt8.self)
    guard version <= Self.version else { throw .session(.newerFormat) }
    guard version >= 1 else { throw .session(.corrupt) }
    generation = try reader.number(UInt64.self)
    epoch = try reader.number(UInt64.self)
    guard max(generation, epoch) <= Self.greatestNumber else { throw .session(.corrupt) }
    identity = SessionIdentity(
      issuer: try reader.optionalText() ?? "", client: try reader.optionalText() ?? "",
      keyReference: try reader.optionalText())
    subject = try reader.optionalText()
    if version >= 2 {
      nonce = try reader.secretText()
      guard nonce != nil else { throw .session(.corrupt) }
    }
    let count = try reader.number(UInt64.self)
    guard count <= UInt64(PendingRevocation.greatestCount) else { throw .session(.corrupt) }
    outbox = []
    for _ in 0..<count {
      let (number, kind, since) = (
        try reader.number(UInt64.self), try reader.number(UInt8.self), try reader.date()
      )
      guard kind <= 1, let token = try reader.secretText() else { throw .session(.corrupt) }
      outbox.append(
        PendingRevocation(
          number: number, token: token, kind: kind == 1 ? .refreshToken : .accessToken, since: since))
    }
    switch try reader.number(UInt8.self) {
    case 0: state = .loggedOut
    case 1: state = .reauthenticationRequired(try ReauthenticationReason(code: try reader.number(UInt8.self)))
    case 2: state = .active(try reader.tokens(), nil)
    case 3: state = .active(try reader.tokens(), try reader.intent())
    default: throw .session(.corrupt)
    }
  }
}

extension ReauthenticationReason {
  fileprivate var code: UInt8 {
    switch self {
    case .refused: 0
    case .refreshOutcomeUnknown: 1
    case .noRefreshToken: 2
    case .invalidAnswer: 3
    case .keyLost: 4
    }
  }

  fileprivate init(code: UInt8) throws(AuthError) {
    switch code {
    case 0: self = .refused
    case 1: self = .refreshOutcomeUnknown
    case 2: self = .noRefreshToken
    case 3: self = .invalidAnswer
    case 4: self = .keyLost
    default: throw .session(.corrupt)
    }
  }
}

extension SecretWriter {
  fileprivate mutating func tokens(_ tokens: SessionTokens) {
    integer(tokens.serial)
    byte((tokens.type == .dpop ? 1 : 0) | (tokens.doubtfulSince == nil ? 0 : 2))
    secret(tokens.access)
    secret(tokens.refresh)
    secret(tokens.identityToken)
    text(tokens.scope?.joined(separator: " "))
    date(tokens.sentAt)
    duration(tokens.lifetime)
    duration(tokens.serverOffset)
    if let date = tokens.doubtfulSince { self.date(date) }
  }

  fileprivate mutating func intent(_ intent: RefreshIntent) {
    date(intent.sentAt)
    integer(UInt64(intent.attempts))
    integer(UInt64(intent.unreadable))
  }
}

extension ByteReader where Failure == AuthError {
  fileprivate mutating func tokens() throws(AuthError) -> SessionTokens {
    let (serial, flags) = (try number(UInt64.self), try number(UInt8.self))
    guard flags <= 3, let access = try secretText() else { throw .session(.corrupt) }
    let (refresh, identityToken, scope) = (try secretText(), try secretText(), try optionalText())
    return SessionTokens(
      access: access, type: flags & 1 != 0 ? .dpop : .bearer, refresh: refresh,
      scope: scope.map { $0.split(separator: " ").map(String.init) }, identityToken: identityToken,
      sentAt: try date(), lifetime: try duration(), serverOffset: try duration(),
      doubtfulSince: flags & 2 != 0 ? try date() : nil, serial: serial)
  }

  fileprivate mutating func intent() throws(AuthError) -> RefreshIntent {
    let (sentAt, attempts, unreadable) = (try date(), try number(UInt64.self), try number(UInt64.self))
    // More than anybody makes, and few enough to be counted on.
    let most = UInt64(1) << 30
    return RefreshIntent(
      sentAt: sentAt, attempts: Int(min(attempts, most)), unreadable: Int(min(unreadable, most)))
  }
}
