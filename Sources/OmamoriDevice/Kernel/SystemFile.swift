#if !canImport(Darwin)
import CDevice
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that is open for reading, by the kernel's own calls or by the C library's; closed with the value.
struct SystemFile: ~Copyable {
  private let descriptor: Int32
  private let route: ObservationRoute

  init(_ path: String, _ route: ObservationRoute, isFolder: Bool = false) throws(DeviceError) {
    self.route = route
    // because the path lives during the call
    let result = unsafe path.withCString { path in
      switch route {
      case .kernel: unsafe omamori_kernel_open(path, isFolder ? 1 : 0)
      case .library:
        unsafe KernelCalls.result(
          open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (isFolder ? O_DIRECTORY : 0)))
      }
    }
    guard result >= 0 else { throw KernelCalls.error(Int(result)) }
    descriptor = result
  }

  deinit {
    switch route {
    case .kernel: omamori_kernel_close(descriptor)
    case .library: close(descriptor)
    }
  }

  /// The whole file, as far as `limit`.
  func contents(limit: Int, firstRead: Int = 4096) throws(DeviceError) -> [UInt8] {
    var bytes: [UInt8] = []
    var size = firstRead
    while true {
      let part = try read(count: min(size, limit - bytes.count + 1))
      if part.isEmpty { return bytes }
      guard bytes.count + part.count <= limit else { throw .process(.unreadable) }
      if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
      size = min(2 * size, 1 << 16)
    }
  }

  private func read(count: Int) throws(DeviceError) -> [UInt8] {
    let (descriptor, route) = (descriptor, route)
    // because the buffer lives during the call and has `size` bytes
    return unsafe try KernelCalls.filled(count) { bytes, size in
      switch route {
      case .kernel: unsafe omamori_kernel_read(descriptor, bytes, size)
      case .library: unsafe KernelCalls.result(KernelCalls.libraryRead(descriptor, bytes, size))
      }
    }
  }

  /// At most `count` bytes from `offset`; fewer at the end.
  func read(at offset: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    let descriptor = descriptor
    // because the buffer lives during the call and has `size` bytes
    return unsafe try KernelCalls.filled(count) { bytes, size in
      unsafe omamori_kernel_read_at(descriptor, bytes, size, offset)
    }
  }

  /// What tells the file from others; throws for what is no regular file.
  func identity() throws(DeviceError) -> omamori_kernel_file {
    var file = omamori_kernel_file()
    // because the result is written during the call
    let result = unsafe omamori_kernel_describe(descriptor, &file)
    guard result == 0 else { throw KernelCalls.error(Int(result)) }
    return file
  }

  /// The names in a folder, as far as `limit`.
  func names(limit: Int) throws(DeviceError) -> [String] {
    var names: [String] = []
    let descriptor = descriptor
    while true {
      // because the buffer lives during the call and has `size` bytes
      let part = unsafe try KernelCalls.filled(1 << 15) { bytes, size in
        unsafe omamori_kernel_list(descriptor, bytes, size)
      }
      if part.isEmpty { return names }
      names.append(contentsOf: Self.names(in: part))
      guard names.count <= limit else { throw .process(.unreadable) }
    }
  }

  /// Entries of getdents64: two numbers of 8 bytes, the size of the entry, a kind and the name with a zero behind it.
  private static func names(in bytes: [UInt8]) -> [String] {
    var names: [String] = []
    var place = 0
    while place + 19 < bytes.count {
      let size = Int(bytes[place + 16]) | Int(bytes[place + 17]) << 8
      guard size > 19, place + size <= bytes.count else { return names }
      let name = bytes[(place + 19)..<(place + size)].prefix { $0 != 0 }
      if !name.elementsEqual([0x2E]), !name.elementsEqual([0x2E, 0x2E]) {
        names.append(String(decoding: name, as: UTF8.self))
      }
      place += size
    }
    return names
  }
}
#endif
