/// A stream of signals, on the connection's thread.
struct SignalListener {
  let match: BusMatch
  let signals: AsyncStream<BusSignal>.Continuation
  /// The unique name of the connection that owns the sender's name; signals of others are not passed on.
  var owner: String?
}
