import OmamoriCore

/// Compares code in memory with the files that it came from.
///
/// A breakpoint or a hook writes into code, and a process that writes to a page of a file gets a page of its own. The
/// kernel tells which pages those are, and only they are compared; where it does not tell, all are. Code that the loader
/// itself had to change and files that are no ELF are left out. Code that may have been changed and cannot be compared,
/// since its file is gone, was replaced or is beyond the limits, keeps the answer from being clean.
package struct CodeProbe: IntegrityProbe {
  /// The most bytes that are compared in one check.
  static let greatestComparison: UInt64 = 1 << 30
  /// The most pages that the kernel is asked about in one check: 256 GiB, where they have 4 KiB.
  static let greatestPages: UInt64 = 1 << 26
  /// How many bytes are compared at once.
  private static let block: UInt64 = 1 << 16

  /// Makes the probe.
  package init() {}

  /// ``IntegritySignal/Identifier/modifiedCode``.
  package var identifiers: [IntegritySignal.Identifier] { [.modifiedCode] }

  /// Compares.
  package func signals(of scene: IntegrityScene) -> [IntegritySignal] {
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

extension CodeProbe {
  /// A mapped file whose code can be compared.
  struct Module {
    private let mapping: MemoryMapping
    private let file: any ModuleFile
    private let image: ELFImage

    /// Opens the file; `nil` when its code differs from memory by right, or it has none that could be told apart.
    ///
    /// - Throws: What the view throws for a file that is gone, replaced or out of reach.
    init?(_ mapping: MemoryMapping, _ view: any ProcessView) throws(DeviceError) {
      let file = try view.moduleFile(of: mapping)
      // because what is no ELF file is an engine's own, and is compared with nothing
      guard let image = try? ELFImage(file), !image.hasTextRelocations,
        image.isCode(offset: mapping.offset, size: mapping.size)
      else { return nil }
      (self.mapping, self.file, self.image) = (mapping, file, image)
    }

    /// What differs in these ranges of addresses, `nil` when nothing does; and whether a part could not be read.
    func compare(
      _ ranges: [Range<UInt64>], _ view: any ProcessView
    ) throws(DeviceError) -> (evidence: IntegrityEvidence?, isPartial: Bool) {
      var (bytes, pages, first, isPartial) = (0, 0, UInt64.max, false)
      for range in ranges {
        let count = Int(range.upperBound - range.lowerBound)
        let offset = mapping.offset + (range.lowerBound - mapping.start)
        let memory: [UInt8]
        do {
          memory = try view.memory(at: range.lowerBound, count: count)
        } catch DeviceError.process(let fault) {
          throw .process(fault)
        } catch {
          isPartial = true
          continue
        }
        if memory.count < count { isPartial = true }
        var stored = try file.read(at: offset, count: count)
        // The last page is filled up with zeros.
        if stored.count < count { stored += repeatElement(0, count: count - stored.count) }
        let difference = CodeComparison.differences(memory, stored)
        guard difference.count > 0 else { continue }
        if pages == 0 { first = offset + UInt64(difference.first) }
        bytes += difference.count
        pages += 1
      }
      guard pages > 0 else { return (nil, isPartial) }
      return (
        IntegrityEvidence(
          "module",
          [
            .init("name", .publicName(mapping.name)), .init("bytes", .integer(bytes)),
            .init("pages", .integer(pages)), .init("offset", .integer(Int(truncatingIfNeeded: first))),
          ] + (image.buildIdentifier.isEmpty ? [] : [.init("build", .fingerprint(image.buildIdentifier))])),
        isPartial
      )
    }
  }
}

extension CodeProbe {
  /// What one check has compared until now.
  struct Search {
    let view: any ProcessView
    private(set) var evidence: [IntegrityEvidence] = []
    /// Why not all code that may have been changed could be compared; `nil` when it could.
    private(set) var obstacle: IntegritySignal.State?
    private var pages = CodeProbe.greatestPages
    private var bytes = CodeProbe.greatestComparison

    init(view: any ProcessView) { self.view = view }

    /// Compares one mapping; throws when the process has ended.
    mutating func look(at mapping: MemoryMapping) throws(DeviceError) {
      let ranges = try candidates(in: mapping)
      guard !ranges.isEmpty else { return }
      guard mapping.origin != .deletedFile else { return note(.unavailable(.fileGone)) }
      do {
        guard let module = try Module(mapping, view) else { return }
        let result = try module.compare(ranges, view)
        if let found = result.evidence { evidence.append(found) }
        // What cannot be read although it is still mapped might be anything.
        if result.isPartial, try view.mappings(.kernel).contains(mapping) {
          note(.error(.process(.unreadable)))
        }
      } catch DeviceError.process(.absent) {
        note(.unavailable(.fileGone))
      } catch {
        note(IntegritySignal(.modifiedCode, failure: error).state)
      }
    }

    private mutating func note(_ state: IntegritySignal.State) { obstacle = obstacle ?? state }

    /// The ranges of addresses that may differ from the file.
    private mutating func candidates(in mapping: MemoryMapping) throws(DeviceError) -> [Range<UInt64>] {
      let size = UInt64(view.pageSize)
      var ranges: [Range<UInt64>]
      do {
        guard mapping.size / size <= pages else { throw DeviceError.process(.unreadable) }
        pages -= mapping.size / size
        ranges = try view.privatePages(of: mapping).map { $0..<min($0 + size, mapping.end) }
      } catch DeviceError.process(.absent) {
        throw .process(.absent)
      } catch {
        // A file that nothing can be compared with is not worth the time.
        let limit = mapping.origin == .deletedFile ? 1 : bytes
        if mapping.origin != .deletedFile, mapping.size > bytes { note(.error(.process(.unreadable))) }
        ranges = CodeProbe.blocks(of: mapping, limit: limit)
      }
      if UInt64(ranges.count) > bytes / size {
        ranges = Array(ranges.prefix(Int(bytes / size)))
        note(.error(.process(.unreadable)))
      }
      bytes -= min(bytes, ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) })
      return ranges
    }
  }
}

/// Compares bytes of memory with those of a file, without the C library's functions, which may be hooked.
enum CodeComparison {
  /// How many of the bytes that both have differ, and the place of the first one.
  static func differences(_ left: [UInt8], _ right: [UInt8]) -> (count: Int, first: Int) {
    let size = min(left.count, right.count)
    let (left, right) = (left.byteSpan, right.byteSpan)
    var (count, first) = (0, 0)
    var place = 0
    while place < size {
      // Equal blocks are passed over without a branch for each byte.
      let end = min(place + 64, size)
      var difference: UInt8 = 0
      for index in place..<end { difference |= left[index] ^ right[index] }
      if difference != 0 {
        for index in place..<end where left[index] != right[index] {
          if count == 0 { first = index }
          count += 1
        }
      }
      place = end
    }
    return (count, first)
  }
}
