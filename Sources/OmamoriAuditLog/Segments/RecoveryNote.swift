/// What a run found of the one before that was not closed: the content of a `recovered` frame.
///
/// A byte that says what stood after the last whole frame (0 nothing, 1 the beginning of a frame, 2 something that no
/// crash explains) and the number of bytes of it, of eight bytes. A value; safe to share between threads.
struct RecoveryNote: Sendable, Hashable {
  /// The content of the frame.
  let encoded: [UInt8]

  /// Says what was found.
  init(_ end: LogEnd) {
    let kind: UInt8 =
      switch end.rest {
      case .nothing: 0
      case .incomplete: 1
      case .unexplained: 2
      }
    var bytes = [kind]
    bytes.append(bigEndian: end.position.discarded)
    encoded = bytes
  }
}
