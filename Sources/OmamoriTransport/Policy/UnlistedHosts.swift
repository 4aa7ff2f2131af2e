/// What happens to hosts that no rule is for.
///
/// A value; safe to share between threads.
public enum UnlistedHosts: Sendable, Hashable, CaseIterable {
  /// They are refused before anything is sent.
  case refused
  /// They are allowed with the policy's version, roots and requirements, without pins.
  case trusted
}
