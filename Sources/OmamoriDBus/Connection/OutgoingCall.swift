/// A call on its way, on the connection's thread.
struct OutgoingCall {
  /// Who waits for the answer.
  enum Purpose {
    case caller(BusInbox.Completion)
    /// The stream with this number wants to know who owns its sender's name, and begins with the answer.
    case owner(of: UInt64, BusInbox.Completion)
    case nothing
  }

  /// The caller's number; 0 when nobody can cancel the call.
  let number: UInt64
  let call: BusCall
  /// In microseconds of ``MonotonicTime``.
  let deadline: UInt64
  let purpose: Purpose

  init(_ number: UInt64, _ call: BusCall, deadline: UInt64, _ purpose: Purpose) {
    (self.number, self.call, self.deadline, self.purpose) = (number, call, deadline, purpose)
  }
}
