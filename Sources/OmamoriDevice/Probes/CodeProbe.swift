import OmamoriCore

/// Compares code in memory with the files that it came from.
///
/// A breakpoint or a hook writes into code, and a process that writes to a page of a file gets a page of its own. The
/// kernel tells which pages those are, and only they are compared; where it does not tell, all are. Code that the loader
/// itself had to change and files that are no ELF are left out. Code that may have been changed and cannot be compared,
/// since its file is gone, was replaced or is beyond the limits, keeps the answer from being clean.
public struct CodeProbe: IntegrityProbe {
  /// The most bytes that are compared in one check.
  static let greatestComparison: UInt64 = 1 << 30
  /// The most pages that the kernel is asked about in one check: 256 GiB, where they have 4 KiB.
  static let greatestPages: UInt64 = 1 << 26
  /// How many bytes are compared at once.
  private static let block: UInt64 = 1 << 16

  /// Makes the probe.
  public init() {}

  /// ``IntegritySignal/Identifier/modifiedCode``.
  public var identifiers: [IntegritySignal.Identifier] { [.modifiedCode] }

  /// Compares.
  public func signals(of scene: IntegrityScene) -> [IntegritySignal] {
    do throws(DeviceError) {
      guard scene.view.seesAllMemory else { throw .unsupported }
      var search = Search(view: scene.view)
      for mapping in try scene.mappings() where Self.isComparable(mapping) { try search.look(at: mapping) }
      if search.evidence.isEmpty, let obstacle = search.obstacle {
        return [IntegritySignal(.modifiedCode, obstacle)]
      }
      return [IntegritySignal(.modifiedCode, search.evidence, confidence: .high)]
    } catch {
      return [IntegritySignal(.modifiedCode, failure: error)]
    }
  }

  private static func isComparable(_ mapping: MemoryMapping) -> Bool {
    mapping.isExecutable && !mapping.access.contains(.shared) && mapping.size > 0
      && (mapping.origin == .file || mapping.origin == .deletedFile)
  }

  /// All of the mapping in pieces, as far as `limit` bytes.
  static func blocks(of mapping: MemoryMapping, limit: UInt64) -> [Range<UInt64>] {
    var ranges: [Range<UInt64>] = []
    var place = mapping.start
    let end = mapping.start + min(mapping.size, limit)
    while place < end {
      let next = end - place > block ? place + block : end
      ranges.append(place..<next)
      place = next
    }
    return ranges
  }
}
