import OmamoriCore

extension CodeProbe {
  /// A mapped file whose code can be compared.
  struct Module {
    private let mapping: MemoryMapping
    private let file: any ModuleFile
    private let image: ELFImage

    /// Opens the file; `nil` when its code differs from memory by right, or nobody can say.
    init?(_ mapping: MemoryMapping, _ view: any ProcessView) {
      // because a file that is gone, replaced or no ELF has nothing to compare with; its mapping is another's signal
      guard let file = try? view.moduleFile(of: mapping), let image = try? ELFImage(file),
        !image.hasTextRelocations, image.isCode(offset: mapping.offset, size: mapping.size)
      else { return nil }
      (self.mapping, self.file, self.image) = (mapping, file, image)
    }

    /// What differs in these ranges of addresses; `nil` when nothing does.
    func changes(
      in ranges: [Range<UInt64>], _ view: any ProcessView
    ) throws(DeviceError) -> IntegrityEvidence? {
      var (bytes, pages, first) = (0, 0, UInt64.max)
      for range in ranges {
        let count = Int(range.upperBound - range.lowerBound)
        let offset = mapping.offset + (range.lowerBound - mapping.start)
        let memory: [UInt8]
        do {
          memory = try view.memory(at: range.lowerBound, count: count)
        } catch DeviceError.process(let fault) {
          throw .process(fault)
        } catch {
          continue  // Unmapped meanwhile.
        }
        var stored = try file.read(at: offset, count: count)
        // The last page is filled up with zeros.
        if stored.count < count { stored += repeatElement(0, count: count - stored.count) }
        let difference = CodeComparison.differences(memory, stored)
        guard difference.count > 0 else { continue }
        if pages == 0 { first = offset + UInt64(difference.first) }
        bytes += difference.count
        pages += 1
      }
      guard pages > 0 else { return nil }
      return IntegrityEvidence(
        "module",
        [
          .init("name", .publicName(mapping.name)), .init("bytes", .integer(bytes)),
          .init("pages", .integer(pages)), .init("offset", .integer(Int(truncatingIfNeeded: first))),
        ] + (image.buildIdentifier.isEmpty ? [] : [.init("build", .fingerprint(image.buildIdentifier))]))
    }
  }
}
