import OmamoriCore

/// Looks for orders to the loader to put libraries into the program.
///
/// The variables are those that the process was started with; `unsetenv` does not change them. A process that is already
/// taken over can, so their absence proves nothing.
package struct PreloadProbe: IntegrityProbe {
  /// Memory allocators that are put in this way on purpose.
  private static let allocators = [
    "libjemalloc", "libtcmalloc", "libmimalloc", "libsnmalloc", "libhardened_malloc",
  ]

  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/preload``.
  package var identifiers: [IntegritySignal.Identifier] { [.preload] }

  /// Looks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do {
      let found = try orders(scene.view)
      let confidence = found.map(\.confidence).max() ?? .low
      return [IntegritySignal(.preload, found.map(\.evidence), confidence: confidence)]
    } catch {
      return [IntegritySignal(.preload, failure: error)]
    }
  }

  private struct Order {
    let evidence: IntegrityEvidence
    let confidence: IntegrityConfidence
  }

  private func orders(_ view: any ProcessView) throws(DeviceError) -> [Order] {
    var orders: [Order] = []
    for variable in try view.startVariables() {
      switch variable.name {
      case "LD_PRELOAD", "DYLD_INSERT_LIBRARIES":
        orders += LoaderList.paths(inVariable: variable.value).map { order(in: variable.name, $0, .medium) }
      case "LD_AUDIT":
        orders += LoaderList.paths(inVariable: variable.value).map { order(in: variable.name, $0, .high) }
      default: break  // Folders to search only say where, not what.
      }
    }
    do {
      orders += try view.systemPreloads().map { order(in: "ld.so.preload", $0, .medium) }
    } catch DeviceError.unsupported {
      // Apple systems have no such file.
    } catch DeviceError.process(.denied) where !orders.isEmpty {
      // What was found is reported all the same.
    }
    return orders
  }

  private func order(in place: String, _ path: String, _ confidence: IntegrityConfidence) -> Order {
    let name = path.split(atBytes: "/").last.map(String.init) ?? path
    let isAllocator = Self.allocators.contains { name.hasBytePrefix($0) } && FolderKind(path) == .system
    return Order(
      evidence: IntegrityEvidence(
        "order",
        [
          .init("place", .publicName(place)), .init("name", .publicName(name)),
          .init("folder", FolderKind(path).label),
        ]), confidence: isAllocator ? .low : confidence)
  }
}
