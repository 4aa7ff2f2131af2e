#if !canImport(Darwin)
import CDevice
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The kernel's calls that belong to no open file, and the form that all results take.
enum KernelCalls {
  /// Whether the kernel is asked without the C library on this processor, so that the library can be told apart.
  static var isDirect: Bool { omamori_kernel_is_direct() != 0 }

  /// The error for a result below zero.
  static func error(_ result: Int) -> DeviceError {
    switch Int32(truncatingIfNeeded: -result) {
    case ENOENT, ESRCH: .process(.absent)
    case EACCES, EPERM: .process(.denied)
    case let code: .system(code: code)
    }
  }

  /// The result of a function of the C library in the kernel's form.
  static func result<Number: SignedInteger & FixedWidthInteger>(_ result: Number) -> Number {
    result < 0 ? Number(truncatingIfNeeded: -errno) : result
  }

  /// The C library's `read`, whose name the methods of files hide.
  static func libraryRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ size: Int) -> Int {
    unsafe read(descriptor, bytes, size)  // because the caller's buffer has that size
  }

  /// Bytes that `call` writes into a buffer of `count`; it returns how many, or an error number below zero.
  static func filled(
    _ count: Int, _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(DeviceError) -> [UInt8] {
    guard count > 0 else { return [] }
    var result = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      repeat {
        result = unsafe call(UnsafeMutableRawPointer(buffer.baseAddress), count)
      } while result == -Int(EINTR)
      // because the call has written that many bytes, and never more than it was given
      initialized = min(max(result, 0), count)
    }
    guard result >= 0 else { throw error(result) }
    return bytes
  }

  /// Where a symbolic link leads.
  static func link(_ path: String) throws(DeviceError) -> String {
    let target = unsafe try filled(4096) { bytes, size in
      // because both live during the call
      unsafe path.withCString { path in
        unsafe omamori_kernel_read_link(path, bytes?.assumingMemoryBound(to: CChar.self), size)
      }
    }
    return String(decoding: target, as: UTF8.self)
  }

  /// A part of the memory of a process.
  static func memory(of process: Int32, at address: UInt64, count: Int) throws(DeviceError) -> [UInt8] {
    // because the buffer lives during the call
    unsafe try filled(count) { bytes, size in unsafe omamori_kernel_copy_memory(process, address, bytes, size)
    }
  }

  /// The number of this process.
  static var process: Int32 { omamori_kernel_process() }

  /// The size of a page.
  static let pageSize = omamori_kernel_page_size()

  /// Whether valgrind runs this process.
  static var runsOnValgrind: Bool { omamori_runs_on_valgrind() != 0 }

  /// The name of the hypervisor, `nil` when there is none; throws where the processor does not say.
  static func hypervisor() throws(DeviceError) -> String? {
    var name = [CChar](repeating: 0, count: 12)
    let result = unsafe omamori_hypervisor(&name)  // because it writes twelve bytes during the call
    guard result >= 0 else { throw .unsupported }
    guard result == 1 else { return nil }
    return String(decoding: name.map { UInt8(truncatingIfNeeded: $0) }.filter { $0 != 0 }, as: UTF8.self)
  }
}

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
