/// The way in which something is asked.
///
/// A value; safe to share between threads.
package enum ObservationRoute: Sendable, Hashable {
  /// The kernel itself, by the processor's own instruction.
  case kernel
  /// The functions of the C library, as the rest of the program asks.
  case library
}
