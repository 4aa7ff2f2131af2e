#if !canImport(Darwin)

/// Which file a name stands for, so that an exchange is noticed.
///
/// A value; safe to share between threads.
struct FileIdentity: Sendable, Hashable {
  /// The device it is on.
  let device: UInt64
  /// Its number there.
  let number: UInt64
}
#endif
