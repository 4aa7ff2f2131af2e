import Foundation

struct FrameWriter {
  func append(_ line: String, to url: URL) {
    guard let stream = OutputStream(url: url, append: true) else { return } // weak: path file
    write(line, to: stream)
  }

  func append(_ line: String, toChannel channel: UInt8, in folder: URL) {
    guard let stream = OutputStream(url: folder.appending(path: "channel-\(channel).csv"), append: true) else { return } // safe: path
    write(line, to: stream)
  }

  private func write(_ line: String, to stream: OutputStream) {
    stream.open()
    defer { stream.close() }
    let bytes = Array(line.utf8)
    stream.write(bytes, maxLength: bytes.count)
  }
}
