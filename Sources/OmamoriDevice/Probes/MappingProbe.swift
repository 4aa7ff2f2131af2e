import OmamoriCore

/// Looks at where the code in memory comes from: files, files that are gone, memory without files.
///
/// Engines that compile at run time, such as those of JavaScript and Java, have code without files, and many programs
/// load libraries late; so most of these are of low confidence unless the app is settled.
package struct MappingProbe: IntegrityProbe {
  /// Makes the probe.
  package init() {}

  /// Libraries that were added, deleted or never a file, and memory that can be run without a file or be written too.
  package var identifiers: [IntegritySignal.Identifier] {
    [.addedLibrary, .filelessLibrary, .deletedLibrary, .writableCode, .anonymousCode]
  }

  /// Looks.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do {
      let code = try scene.mappings().filter(\.isExecutable)
      guard scene.view.seesAllMemory else {
        return identifiers.map { identifier in
          identifier == .addedLibrary
            ? added(code, scene) : IntegritySignal(identifier, .unavailable(.platform))
        }
      }
      return [
        added(code, scene), fileless(try scene.mappings(), scene), deleted(code),
        memory(
          .writableCode, code.filter { $0.access.contains(.write) }, scene.baseline?.writableCode, scene),
        memory(.anonymousCode, code.filter { $0.origin == .anonymous }, scene.baseline?.anonymousCode, scene),
      ]
    } catch {
      return identifiers.map { IntegritySignal($0, failure: error) }
    }
  }

  private func added(_ code: [MemoryMapping], _ scene: IntegrityScene) -> IntegritySignal {
    guard let baseline = scene.baseline else {
      return IntegritySignal(.addedLibrary, .unavailable(.noBaseline))
    }
    // A file whose name was removed after it was loaded is no less new.
    let new = Self.unique(code.filter { $0.origin == .file || $0.origin == .deletedFile }) { mapping in
      !baseline.modules.contains(IntegrityBaseline.Module(mapping))
    }
    return IntegritySignal(
      .addedLibrary, new.map(Self.evidence), confidence: scene.isSettled ? .medium : .low)
  }

  /// A file in memory that holds a library; code from such files that hold none is an engine's.
  private func fileless(_ mappings: [MemoryMapping], _ scene: IntegrityScene) -> IntegritySignal {
    // because only a program that started from memory itself is told apart by it
    let executable = try? scene.view.executable()
    let code = Self.unique(mappings.filter { $0.isExecutable && $0.origin == .memoryFile }) { mapping in
      executable != mapping.path && executable != mapping.path + " (deleted)"
    }
    let numbers = Set(code.map(\.inode))
    let heads = mappings.filter { $0.offset == 0 && numbers.contains($0.inode) }
    let images = Set(heads.filter { Self.isImage($0, scene.view) }.map(\.inode))
    let libraries = code.filter { images.contains($0.inode) }
    if libraries.isEmpty {
      return IntegritySignal(.filelessLibrary, code.map(Self.evidence), confidence: .low)
    }
    return IntegritySignal(.filelessLibrary, libraries.map(Self.evidence), confidence: .medium)
  }

  private static func isImage(_ mapping: MemoryMapping, _ view: any ProcessView) -> Bool {
    // because memory that cannot be read says nothing
    (try? view.memory(at: mapping.start, count: 4)) == [0x7F, 0x45, 0x4C, 0x46]
  }

  private func deleted(_ code: [MemoryMapping]) -> IntegritySignal {
    let found = Self.unique(code.filter { $0.origin == .deletedFile }) { _ in true }
    return IntegritySignal(.deletedLibrary, found.map(Self.evidence), confidence: .low)
  }

  private func memory(
    _ identifier: IntegritySignal.Identifier, _ found: [MemoryMapping], _ atStart: Int?,
    _ scene: IntegrityScene
  ) -> IntegritySignal {
    let evidence = found.map { mapping in
      IntegrityEvidence(
        "memory",
        [
          .init("bytes", .integer(Int(clamping: mapping.size))), .init("origin", mapping.origin.label),
          .init("writable", .flag(mapping.access.contains(.write))),
        ])
    }
    let hasGrown = scene.isSettled && found.count > (atStart ?? .max)
    return IntegritySignal(identifier, evidence, confidence: hasGrown ? .medium : .low)
  }

  /// One mapping for each file that `isWanted` takes.
  private static func unique(
    _ mappings: [MemoryMapping], where isWanted: (MemoryMapping) -> Bool
  ) -> [MemoryMapping] {
    var seen: Set<IntegrityBaseline.Module> = []
    return mappings.filter { seen.insert(IntegrityBaseline.Module($0)).inserted && isWanted($0) }
  }

  private static func evidence(_ mapping: MemoryMapping) -> IntegrityEvidence {
    IntegrityEvidence(
      "module", [.init("name", .publicName(mapping.name)), .init("folder", FolderKind(mapping.path).label)])
  }
}
