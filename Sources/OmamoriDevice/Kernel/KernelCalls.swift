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
#endif
