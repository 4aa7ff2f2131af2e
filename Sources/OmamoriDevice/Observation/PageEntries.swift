/// Entries of a process's page map in the form of proc_pid_pagemap(5), 64 bits a page.
///
/// A value; safe to share between threads.
package struct PageEntries: Sendable {
  private let bytes: [UInt8]

  /// Takes whole entries; what is left over at the end is not looked at.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The places of pages that have become the process's own: in memory and not a page of the file, or swapped out, which
  /// happens to own pages only.
  package var privatePlaces: [Int] {
    var places: [Int] = []
    // The flags stand in the highest byte: bit 63 in memory, 62 swapped out, 61 a page of a file or shared.
    for index in 0..<bytes.count / 8 {
      let flags = bytes[8 * index + Self.highestByte] & 0xE0
      if flags == 0x80 || flags == 0x40 || flags == 0xC0 { places.append(index) }
    }
    return places
  }

  private static let highestByte = Int(littleEndian: 1) == 1 ? 7 : 0
}
