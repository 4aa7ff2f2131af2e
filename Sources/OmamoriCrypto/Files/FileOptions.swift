/// How files are worked on.
///
/// A value; safe to share between threads.
public struct FileOptions: Sendable {
  /// The number of threads, at most 32; `nil` for one a core.
  public var jobs: Int?
  /// Whether a file that stands at the destination is replaced, in one step, when the result is whole.
  public var replacesExisting: Bool
  /// Whether the result has reached the disk when its name appears; without that a power failure soon after may leave
  /// an empty file in its place.
  public var isDurable: Bool
  /// Called every few megabytes, from one thread at a time; it must return soon.
  public var progress: (@Sendable (FileProgress) -> Void)?

  /// Chooses options.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads; `nil` for one a core.
  ///   - replacesExisting: Whether a file that stands at the destination is replaced.
  ///   - isDurable: Whether the result has reached the disk when its name appears.
  ///   - progress: Called every few megabytes, from one thread at a time.
  public init(
    jobs: Int? = nil,
    replacesExisting: Bool = false,
    isDurable: Bool = true,
    progress: (@Sendable (FileProgress) -> Void)? = nil
  ) {
    (self.jobs, self.replacesExisting) = (jobs, replacesExisting)
    (self.isDurable, self.progress) = (isDurable, progress)
  }
}
