import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct UnsafeMemoryTests {
  @Test(arguments: [
    "let bytes = key.withUnsafeBytes { ⟦$0⟧ }",
    """
    func pointer(to key: Data) -> UnsafePointer<UInt8> {
      return key.withUnsafeBytes { (buffer: UnsafeRawBufferPointer) in
        return ⟦buffer.baseAddress!.assumingMemoryBound(to: UInt8.self)⟧
      }
    }
    """,
    "let text = password.withCString { ⟦$0⟧ }",
    "let p = withUnsafeMutablePointer(to: &value) { pointer in ⟦pointer⟧ }",
    """
    func receive(_ message: Data) -> Header { message.withUnsafeBytes { ⟦$0.load(as: Header.self)⟧ } }
    """,
  ])
  func speaks(_ source: String) { expect(UnsafeMemory.self, in: source, confidence: .low) }

  @Test(arguments: [
    "let copy = key.withUnsafeBytes { Data($0) }",
    "let first = bytes.withUnsafeBytes { $0.load(as: UInt32.self) }",
    """
    func receive(_ message: Data) -> Header? {
      guard message.count >= MemoryLayout<Header>.size else { return nil }
      return message.withUnsafeBytes { $0.loadUnaligned(as: Header.self) }
    }
    """,
    "let count = bytes.withUnsafeBytes { $0.count }",
    """
    let tag = key.withUnsafeBytes { buffer -> Data in
      let start = buffer.baseAddress
      return code(start, buffer.count)
    }
    """,
    "let p = UnsafeRawPointer(bitPattern: 4096)",
  ])
  func isSilent(_ source: String) { expect(UnsafeMemory.self, in: source) }
}
