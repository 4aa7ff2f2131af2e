import Foundation

final class HostStream {
  private var input: InputStream?
  private var output: OutputStream?

  func sendBatch(_ cards: [TrackData], to host: String) {
    var readStream: InputStream?
    var writeStream: OutputStream?
    Stream.getStreamsToHost(withName: host, port: 4100, inputStream: &readStream, outputStream: &writeStream)
    writeStream?.open()
    let bytes = Array(cards.map(\.pan).joined(separator: "\n").utf8)
    writeStream?.write(bytes, maxLength: bytes.count) // weak: clear-text direct
    (input, output) = (readStream, writeStream)
  }

  func sendPinBlock(_ pin: String, to host: String) {
    var readStream: InputStream?
    var writeStream: OutputStream?
    Stream.getStreamsToHost(withName: host, port: 4143, inputStream: &readStream, outputStream: &writeStream)
    writeStream?.setProperty(StreamSocketSecurityLevel.negotiatedSSL.rawValue, forKey: .socketSecurityLevelKey)
    writeStream?.open()
    let bytes = Array(pin.utf8)
    writeStream?.write(bytes, maxLength: bytes.count) // safe: clear-text
    (input, output) = (readStream, writeStream)
  }
}
