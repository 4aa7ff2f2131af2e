/// The kind of processor that a slice is for.
package struct MachOArchitecture: Sendable, Hashable {
  /// The number of the processor family.
  package let type: UInt32
  /// The number of the member of the family, without its capability bits.
  package let subtype: UInt32

  /// Makes an architecture from the numbers of a header.
  package init(type: UInt32, subtype: UInt32) {
    (self.type, self.subtype) = (type, subtype & 0x00FF_FFFF)
  }

  /// The name that tools use: `arm64`, `x86_64`.
  package var name: String {
    switch (type, subtype) {
    case (0x0100_000C, 2): "arm64e"
    case (0x0100_000C, _): "arm64"
    case (0x0200_000C, _): "arm64_32"
    case (0x0100_0007, 8): "x86_64h"
    case (0x0100_0007, _): "x86_64"
    case (7, _): "i386"
    case (12, 9): "armv7"
    case (12, 11): "armv7s"
    case (12, 12): "armv7k"
    case (12, 6): "armv6"
    case (12, _): "arm"
    case (18, _): "ppc"
    case (0x0100_0012, _): "ppc64"
    default: "processor \(type).\(subtype)"
    }
  }
}
