// What Apple's Swift overlay adds to the C library: macros and variadic functions, which C headers cannot lend.
@_exported import Darwin

// MARK: intro.2, mmap.2, signal.3

public var errno: Int32 { get { 0 } set {} }
public var MAP_FAILED: UnsafeMutableRawPointer! { nil }
public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t! { nil }
public var SIG_ERR: sig_t! { nil }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

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
