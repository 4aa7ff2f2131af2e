import Darwin

func wipe(_ pointer: UnsafeMutableRawPointer, _ count: Int) -> errno_t {
  memset_s(pointer, count, 0, count)  // expect: not marked with 'unsafe'
}
