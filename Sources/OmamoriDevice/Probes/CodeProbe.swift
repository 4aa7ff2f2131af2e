import OmamoriCore

/// Compares code in memory with the files that it came from.
///
/// A breakpoint or a hook writes into code, and a process that writes to a page of a file gets a page of its own. The
/// kernel tells which pages those are, and only they are compared; where it does not tell, all are. Code that the loader
/// itself had to change, files that are no ELF and files that were replaced cannot be compared and are left out.
public struct CodeProbe: IntegrityProbe {
  /// The most bytes that are compared in one file when all of it must be.
  static let greatestComparison: UInt64 = 1 << 30
  /// How many bytes are compared at once.
  private static let block = 1 << 16

  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/modifiedCode``.
  public var identifiers: [IntegritySignal.Identifier] { [.modifiedCode] }

  /// Compares.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do {
      let evidence = try changedModules(scene)
      return [IntegritySignal(.modifiedCode, evidence, confidence: .high)]
    } catch {
      return [IntegritySignal(.modifiedCode, failure: error)]
    }
  }

  private func changedModules(_ scene: IntegrityScene) throws(DeviceError) -> [IntegrityEvidence] {
    guard scene.view.seesAllMemory else { throw .unsupported }
    let code = try scene.mappings().filter { mapping in
      mapping.isExecutable && mapping.origin == .file
        && !mapping.access.contains(.shared) && mapping.size > 0
    }
    var evidence: [IntegrityEvidence] = []
    for mapping in code {
      let candidates: [Range<UInt64>]
      do {
        candidates = try Self.pages(of: mapping, scene.view)
      } catch DeviceError.process(.absent) {
        throw .process(.absent)
      } catch {
        candidates = Self.blocks(of: mapping)
      }
      guard !candidates.isEmpty, let module = Module(mapping, scene.view) else { continue }
      if let found = try module.changes(in: candidates, scene.view) { evidence.append(found) }
    }
    return evidence
  }

  /// The ranges of addresses that may differ.
  private static func pages(
    of mapping: MemoryMapping, _ view: any ProcessView
  ) throws(DeviceError) -> [Range<UInt64>] {
    try view.privatePages(of: mapping).map { $0..<min($0 + UInt64(view.pageSize), mapping.end) }
  }

  /// All of the mapping in pieces.
  private static func blocks(of mapping: MemoryMapping) -> [Range<UInt64>] {
    let end = mapping.start + min(mapping.size, greatestComparison)
    return stride(from: mapping.start, to: end, by: block).map { $0..<min($0 + UInt64(block), end) }
  }
}
