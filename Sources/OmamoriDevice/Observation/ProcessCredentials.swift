/// The user and the privileges of a process.
///
/// A value; safe to share between threads.
package struct ProcessCredentials: Sendable, Hashable {
  /// The number of the user it acts as.
  package let user: UInt32
  /// The privileges that it can use now, one a bit.
  package let capabilities: UInt64

  /// Makes a value.
  package init(user: UInt32, capabilities: UInt64) { (self.user, self.capabilities) = (user, capabilities) }
}
