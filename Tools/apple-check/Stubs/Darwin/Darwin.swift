// What Apple's Swift overlay adds to the C library: macros and variadic functions, which C headers cannot lend.
//
// Compared with Darwin, _errno, _signal and _stdio in iPhoneOS18.0.sdk/usr/lib/swift at github.com/xybp888/iOS-SDKs and
// with Darwin and _DarwinFoundation1 to 3 in MacOSX26.2.sdk/usr/lib/swift at github.com/timursavchenko/MacOSX-SDKs,
// which agree. The values of S_IF... and TIOCGWINSZ: macos/sys/_types/_s_ifmt.h and macos/sys/ttycom.h (see Darwin.h).
@_exported import Darwin

// MARK: intro.2, mmap.2, signal.3

public var errno: Int32 {
  get { 0 }
  set {}
}
nonisolated(unsafe) public let MAP_FAILED: UnsafeMutableRawPointer! = nil
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

// MARK: stdio.3

public var stdin: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}
public var stdout: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}
public var stderr: UnsafeMutablePointer<FILE> {
  get { fatalError() }
  set {}
}

// MARK: open.2, fcntl.2, ioctl.2

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { 0 }
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { 0 }

// MARK: stat.2

public var S_IFMT: mode_t { 0o170000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o700 }
public var S_IRUSR: mode_t { 0o400 }
public var S_IWUSR: mode_t { 0o200 }
public var S_IXUSR: mode_t { 0o100 }
public var S_IRWXG: mode_t { 0o070 }
public var S_IRGRP: mode_t { 0o040 }
public var S_IWGRP: mode_t { 0o020 }
public var S_IRWXO: mode_t { 0o007 }
public var S_IROTH: mode_t { 0o004 }
public var S_IWOTH: mode_t { 0o002 }
