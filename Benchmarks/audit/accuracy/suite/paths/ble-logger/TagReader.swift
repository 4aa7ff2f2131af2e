import CoreNFC
import Network

final class TagReader: NSObject, NFCNDEFReaderSessionDelegate {
  private let exports = NSTemporaryDirectory() + "exports/"

  func readerSession(_ session: NFCNDEFReaderSession, didDetectNDEFs messages: [NFCNDEFMessage]) {
    for record in messages.flatMap(\.records) {
      if let station = record.wellKnownTypeURIPayload()?.host {
        try? station.write(toFile: exports + "last-tag.txt", atomically: true, encoding: .utf8) // safe: path
      } else if let note = record.wellKnownTypeTextPayload().0 {
        try? "scanned".write(toFile: exports + note, atomically: true, encoding: .utf8) // weak: path direct
      }
    }
  }

  func readerSession(_ session: NFCNDEFReaderSession, didInvalidateWithError error: Error) {}

  func serve(_ connection: NWConnection) {
    connection.receiveMessage { [self] content, _, _, _ in
      guard let request = content.flatMap({ String(data: $0, encoding: .utf8) }) else { return }
      connection.send(content: export(named: request), completion: .idempotent)
    }
  }

  private func export(named name: String) -> Data? {
    guard let stream = InputStream(fileAtPath: exports.appending(name)) else { return nil } // weak: path helper
    stream.open()
    defer { stream.close() }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = stream.read(&bytes, maxLength: bytes.count)
    return count > 0 ? Data(bytes.prefix(count)) : nil
  }
}
