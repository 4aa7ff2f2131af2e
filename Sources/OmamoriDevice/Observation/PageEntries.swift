/// Entries of a process's page map in the form of proc_pid_pagemap(5), 64 bits a page.
///
/// A value; safe to share between threads.
package struct PageEntries: Sendable {
  private let bytes: [UInt8]

  /// Takes whole entries; what is left over at the end is not looked at.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// For each page its place and whether it has become the process's own: in memory and not a page of the file, or
  /// swapped out, which happens to own pages only.
  package var arePrivate: some Sequence<(Int, Bool)> {
    (0..<bytes.count / 8).lazy.map { index in
      // The flags stand in the highest byte: bit 63 in memory, 62 swapped out, 61 a page of a file or shared.
      let flags = bytes[8 * index + Self.highestByte]
      let (isPresent, isSwapped, isOfFile) = (flags & 128 != 0, flags & 64 != 0, flags & 32 != 0)
      return (index, (isPresent && !isOfFile) || (isSwapped && !isOfFile))
    }
  }

  private static let highestByte = Int(littleEndian: 1) == 1 ? 7 : 0
}
