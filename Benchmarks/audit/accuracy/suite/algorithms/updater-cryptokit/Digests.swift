import CryptoKit
import Foundation

extension Sequence where Element == UInt8 {
  var hexString: String { map { String(format: "%02x", $0) }.joined() }
}

extension Data {
  var contentTag: String {
    Insecure.MD5.hash(data: self).hexString // weak: weak-hash file
  }

  var shardName: String {
    Insecure.SHA1.hash(data: self).hexString // safe: weak-hash
  }
}

func checksum<H: HashFunction>(of url: URL, using _: H.Type) throws -> String {
  let handle = try FileHandle(forReadingFrom: url)
  defer { try? handle.close() }
  var hasher = H()
  while let block = try handle.read(upToCount: 1 << 16), !block.isEmpty {
    hasher.update(data: block)
  }
  return hasher.finalize().hexString
}
