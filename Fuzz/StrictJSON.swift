import OmamoriCore

/// Reading never crashes, and what was read is written and read again as the same value.
func fuzzStrictJSON(_ bytes: [UInt8]) {
  guard let value = try? StrictJSON.parse(bytes) else { return }
  for format in [JSONFormat.compact, .pretty] {
    let written = value.utf8(format)
    let again = try? StrictJSON.parse(written)
    expect(again == value, "a written value is read back unchanged")
    expect(again?.utf8(format) == written, "writing is deterministic")
  }
}
