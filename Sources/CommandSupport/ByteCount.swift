package import OmamoriCore

/// A number of bytes as people read it: 999 B, 1.5 MB, 2.0 GB (powers of ten).
package struct ByteCount {
  package let bytes: UInt64

  package init(_ bytes: some BinaryInteger) { self.bytes = UInt64(clamping: bytes) }

  /// The number with its unit.
  package var text: String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var (value, unit) = (Double(bytes) / 1000, 0)
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1000, unit + 1) }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// A progress line: what is done, and how much of it is, out of `total` where that is known.
  package func progress(_ work: LocalizedText, of total: UInt64? = nil) -> LocalizedText {
    let share = total.map { $0 == 0 ? 100 : min(100, bytes * 100 / $0) }.map { " (\($0) %)" } ?? ""
    return LocalizedText("\(work.english) \(text)\(share)…", ja: "\(work.japanese) \(text)\(share)…")
  }
}
