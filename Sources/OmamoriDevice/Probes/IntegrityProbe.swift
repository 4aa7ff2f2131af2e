/// A check of a process.
///
/// The toolkit brings its own; an app adds others for what only it knows. Safe to use from any thread.
public protocol IntegrityProbe: Sendable {
  /// What it looks for; it gives one signal for each.
  var identifiers: [IntegritySignal.Identifier] { get }

  /// Whether it takes microseconds, so that it can be repeated often.
  var isCheap: Bool { get }

  /// Looks, on a thread where it may read files.
  ///
  /// - Parameter scene: What is looked at.
  /// - Returns: One signal for each of ``identifiers``; one that is missing is reported as failed.
  func signals(of scene: IntegrityScene) -> [IntegritySignal]
}

extension IntegrityProbe {
  /// Not cheap.
  public var isCheap: Bool { false }
}
