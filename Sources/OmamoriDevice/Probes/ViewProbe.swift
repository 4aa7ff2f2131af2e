import OmamoriCore

/// Asks the C library what the kernel was asked, and compares; a hook that hides a debugger or a library from the
/// program hides it from the C library's functions.
package struct ViewProbe: IntegrityProbe {
  /// How often a difference must be seen, since a process may change between two questions.
  private static let tries = 3

  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/lyingLibrary``.
  package var identifiers: [IntegritySignal.Identifier] { [.lyingLibrary] }

  /// Asks both.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
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

/// Looks for a process that traces this one: a debugger, or a tool such as strace.
///
/// Linux names the tracer, and is asked without the C library; Apple systems only say that there is one. A tracer can
/// attach to a single thread: a full check asks for all of them, a cheap one only for the first.
package struct TracerProbe: IntegrityProbe {
  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/tracer``.
  package var identifiers: [IntegritySignal.Identifier] { [.tracer] }

  /// Cheap.
  package var isCheap: Bool { true }

  /// Asks the system.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do {
      let tracer = try scene.isThorough ? scene.view.threadTracer() : scene.view.tracer(.kernel)
      guard tracer != 0 else { return [IntegritySignal(.tracer, .clean)] }
      let facts = tracer > 0 ? [IntegrityEvidence.Fact("process", .integer(Int(tracer)))] : []
      return [IntegritySignal(.tracer, [IntegrityEvidence("tracer", facts)], confidence: .high)]
    } catch {
      return [IntegritySignal(.tracer, failure: error)]
    }
  }
}

/// Says that nobody can tell here whether the screen locks itself.
///
/// Desktops of Linux keep that each in settings of its own, and servers have no screen. Apple systems tell through
/// LocalAuthentication whether there is a passcode; the adapter for them brings a probe of that name.
package struct ScreenLockProbe: IntegrityProbe {
  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/screenLock``.
  package var identifiers: [IntegritySignal.Identifier] { [.screenLock] }

  /// Always unavailable.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    [IntegritySignal(.screenLock, .unavailable(.platform))]
  }
}
