/// What became of a ``HardeningMeasure``.
///
/// A value; safe to share between threads.
public enum HardeningOutcome: Sendable, Hashable {
  /// Why a measure cannot be had here at all.
  public enum Obstacle: Sendable, Hashable, CaseIterable {
    /// The kernel is too old for it, or was built or started without it.
    case kernel
    /// The operating system has no such thing.
    case platform
  }

  /// Why a measure that exists is not in place.
  public enum Refusal: Sendable, Hashable {
    /// The system refused it with this error number.
    case system(code: Int32)
    /// The system accepted it, and a trial shows that it does not hold; something stands between the process and the
    /// kernel.
    case ineffective
  }

  /// It was put in place now, and a trial or the kernel's own answer confirms it.
  case applied
  /// What it protects from was refused already, by this measure or another one.
  case already
  /// It cannot be had here.
  case unavailable(Obstacle)
  /// It is not in place.
  case refused(Refusal)

  /// Whether the protection holds now.
  public var isInPlace: Bool { self == .applied || self == .already }
}
