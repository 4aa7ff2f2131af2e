// No fault: what the checker must let pass.
import Darwin
import Foundation
import Security
import Synchronization

private let counter = Mutex(0)

func size(of path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return attributes[.size] as? Int ?? 0
}

func lock(_ count: Int) -> UnsafeMutableRawPointer? {
  let pages = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
  guard unsafe pages != MAP_FAILED, let pages = unsafe pages else { return nil }
  guard unsafe mlock(pages, count) == 0 else { return nil }
  guard unsafe SecRandomCopyBytes(kSecRandomDefault, count, pages) == errSecSuccess else { return nil }
  counter.withLock { $0 += 1 }
  return unsafe pages
}
