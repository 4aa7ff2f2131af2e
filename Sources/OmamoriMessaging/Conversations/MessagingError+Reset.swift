extension MessagingError {
  /// Whether an envelope that was refused with this error calls for a new session: fetch the peer's bundle and call
  /// ``Conversation/reset(with:isForced:)``, which does so once an hour at most.
  public var suggestsReset: Bool {
    switch self {
    case .conversation(.noSession), .message(.forged), .message(.tooFarAhead), .prekey(.unknown): true
    default: false
    }
  }
}
