import OmamoriCore

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
