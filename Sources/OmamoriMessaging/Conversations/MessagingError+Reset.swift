extension MessagingError {
  /// Whether an envelope that was refused with this error calls for a new session: fetch the peer's bundle and call
  /// ``Conversation/reset(with:isForced:)``, which does so once an hour at most.
  ///
  /// True where this side or the peer may have lost its keys. An envelope that was opened before, or that was changed
  /// although its key is known, calls for nothing.
  public var suggestsReset: Bool {
    switch self {
    case .conversation(.noSession), .message(.unreadable), .message(.tooFarAhead), .prekey(.unknown): true
    default: false
    }
  }
}
