import OmamoriReport
import Testing

@testable import AuditEngine
@testable import AuditRules

@Suite struct ChunkedEncryptionUnframedTests {
  @Test(arguments: [
    """
    func encrypt(_ input: InputStream, to output: OutputStream) throws {
      while input.hasBytesAvailable {
        let count = input.read(&buffer, maxLength: 4096)
        let box = try ⟦ChaChaPoly.seal(buffer, using: key)⟧
        write(box.combined, to: output)
      }
    }
    """,
    """
    func encrypt(_ data: Data) throws -> [Data] {
      try stride(from: 0, to: data.count, by: 1024).map { start in
        try ⟦AES.GCM.seal(data[start..<min(start + 1024, data.count)], using: key)⟧.combined!
      }
    }
    """,
    """
    for chunk in chunks {
      output.append(try ⟦AES.GCM.seal(chunk, using: key)⟧.combined!)
    }
    """,
    """
    while source.hasBytesAvailable {
      let count = source.read(&buffer, maxLength: buffer.count)
      let sealed = try ⟦ChaChaPoly.seal(Data(buffer[..<count]), using: key)⟧.combined
      target.write(sealed)
    }
    """,
  ])
  func speaks(_ source: String) { expect(ChunkedEncryptionUnframed.self, in: source) }

  @Test(arguments: [
    """
    for (index, chunk) in chunks.enumerated() {
      output.append(try AES.GCM.seal(chunk, using: key, authenticating: frame(index, chunks.count)).combined!)
    }
    """,
    // Records of their own, not pieces of one.
    "for note in notes { try AES.GCM.seal(note, using: key).combined!.write(to: file(note)) }",
    "let box = try AES.GCM.seal(chunk, using: key)",
    // The nonce carries the index.
    "for chunk in chunks { output.append(try AES.GCM.seal(chunk, using: key, nonce: next()).combined!) }",
    // The whole is authenticated by something else.
    """
    for chunk in chunks {
      let sealed = try AES.GCM.seal(chunk, using: key).combined!
      hmac.update(data: sealed)
    }
    """,
  ])
  func isSilent(_ source: String) { expect(ChunkedEncryptionUnframed.self, in: source) }
}
