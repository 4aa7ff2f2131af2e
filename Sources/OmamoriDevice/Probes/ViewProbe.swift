import OmamoriCore

/// Asks the C library what the kernel was asked, and compares; a hook that hides a debugger or a library from the
/// program hides it from the C library's functions.
public struct ViewProbe: IntegrityProbe {
  /// How often a difference must be seen, since a process may change between two questions.
  private static let tries = 3

  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/lyingLibrary``.
  public var identifiers: [IntegritySignal.Identifier] { [.lyingLibrary] }

  /// Asks both.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    guard scene.subject == .thisProcess else {
      return [IntegritySignal(.lyingLibrary, .unavailable(.insideOnly))]
    }
    do {
      let evidence = [try tracer(scene.view), try modules(scene.view)].compactMap { $0 }
      return [IntegritySignal(.lyingLibrary, evidence, confidence: .high)]
    } catch {
      return [IntegritySignal(.lyingLibrary, failure: error)]
    }
  }

  private func tracer(_ view: any ProcessView) throws(DeviceError) -> IntegrityEvidence? {
    for _ in 0..<Self.tries {
      let (kernel, library) = (try view.tracer(.kernel), try view.tracer(.library))
      if kernel == library { return nil }
    }
    return IntegrityEvidence("question", [.init("about", .label("tracer"))])
  }

  /// Compares files whose code is mapped, which change rarely; what else is mapped changes all the time.
  private func modules(_ view: any ProcessView) throws(DeviceError) -> IntegrityEvidence? {
    for _ in 0..<Self.tries {
      let kernel = Set(try view.mappings(.kernel).filter(\.isExecutable).map(\.path))
      let library = Set(try view.mappings(.library).filter(\.isExecutable).map(\.path))
      if kernel == library { return nil }
    }
    return IntegrityEvidence("question", [.init("about", .label("mappings"))])
  }
}
