@testable import OmamoriCrypto

/// A header of an Omamori file has one spelling, and its size is known before it is read.
func fuzzOmamoriHeader(_ bytes: [UInt8]) {
  guard let size = try? OmamoriHeader.size(in: bytes) else {
    expect((try? OmamoriHeader(bytes)) == nil, "what has no size is no header")
    return
  }
  expect(size <= 1 << 16, "headers are small")
  guard bytes.count >= size, let header = try? OmamoriHeader(Array(bytes[..<size])) else { return }
  expect(bytes.starts(with: header.authenticatedBytes), "one spelling for each header")
  expect(header.authenticatedBytes.count + OmamoriHeader.macSize == size, "the MAC is what remains")
}
