import OmamoriCore
@testable import OmamoriDevice

/// A file in memory, as hostile as its bytes.
private struct File: ModuleFile {
  let bytes: [UInt8]

  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    expect((0...(1 << 20)).contains(count), "what is read at once is bounded")
    guard offset < UInt64(bytes.count) else { return [] }
    return Array(bytes[Int(offset)...].prefix(count))
  }
}

/// The headers of an ELF file are read or refused within their limits, whatever they claim.
func fuzzELFHeader(_ bytes: [UInt8]) {
  guard let image = try? ELFImage(File(bytes: bytes)) else { return }
  expect(image.code.count <= ELFImage.greatestHeaders, "parts are bounded")
  expect(image.buildIdentifier.count <= 64, "a digest is short")
  for segment in image.code {
    expect(!segment.offset.addingReportingOverflow(segment.size).overflow, "a part ends")
    if !segment.isWritable, segment.size > 0 {
      expect(image.isCode(offset: segment.offset, size: 1), "code is code")
    }
  }
  _ = image.isCode(offset: .max, size: .max)
}
