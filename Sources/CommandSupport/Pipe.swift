import OmamoriCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A pipe between two threads; each end is closed once.
package final class Pipe: Sendable {
  private struct Ends {
    var read: Int32
    var write: Int32
  }

  /// What is written at the other end comes out here.
  package let readEnd: Int32
  /// What is written here comes out at the other end.
  package let writeEnd: Int32
  private let open: Protected<Ends>

  /// Makes a pipe.
  ///
  /// - Throws: ``CryptoFault`` when the system has none left.
  package init() throws(CryptoFault) {
    var ends: [Int32] = [-1, -1]
    // because pipe fills exactly the two elements of the array
    guard unsafe pipe(&ends) == 0 else { throw .notWritable(nil, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    open = Protected(Ends(read: ends[0], write: ends[1]))
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  /// Whoever writes learns that nobody reads any more.
  package func closeReadEnd() {
    open.withLock { ends in
      if ends.read >= 0 { close(ends.read) }
      ends.read = -1
    }
  }

  /// Whoever reads comes to the end.
  package func closeWriteEnd() {
    open.withLock { ends in
      if ends.write >= 0 { close(ends.write) }
      ends.write = -1
    }
  }
}
