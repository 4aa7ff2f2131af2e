/// What the machine is that a process runs on.
///
/// A value; safe to share between threads.
package struct MachineFacts: Sendable, Hashable {
  /// The name of the hypervisor below, such as `KVMKVMKVM`; `nil` when there is none.
  package var hypervisor: String?
  /// The kind of container around, such as `docker`; `nil` when there is no sign of one.
  package var container: String?

  /// Makes a value.
  package init(hypervisor: String? = nil, container: String? = nil) {
    (self.hypervisor, self.container) = (hypervisor, container)
  }
}
