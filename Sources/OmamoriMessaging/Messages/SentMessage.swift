/// A message that was sealed and whose keys are gone from the store; what is left is to deliver it.
///
/// A value; safe to share between threads.
public struct SentMessage: Sendable, Hashable {
  /// Names the message on both sides.
  public let identifier: MessageIdentifier
  /// The encoded ``Envelope`` for the server.
  public let envelope: [UInt8]
}
