import OmamoriCore

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
