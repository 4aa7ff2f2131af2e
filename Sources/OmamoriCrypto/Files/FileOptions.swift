/// How files are worked on.
///
/// A value; safe to share between threads.
public struct FileOptions: Sendable {
  /// The number of threads, at most 32; `nil` for one a core.
  public var jobs: Int?
  /// Whether a file that stands at the destination is replaced, in one step, when the result is whole.
  public var replacesExisting: Bool
  /// Called every few megabytes, from one thread at a time; it must return soon.
  public var progress: (@Sendable (FileProgress) -> Void)?

  /// Chooses options.
  ///
  /// - Parameters:
  ///   - jobs: The number of threads; `nil` for one a core.
  ///   - replacesExisting: Whether a file that stands at the destination is replaced.
  ///   - progress: Called every few megabytes, from one thread at a time.
  public init(
    jobs: Int? = nil,
    replacesExisting: Bool = false,
    progress: (@Sendable (FileProgress) -> Void)? = nil
  ) {
    (self.jobs, self.replacesExisting, self.progress) = (jobs, replacesExisting, progress)
  }
}
