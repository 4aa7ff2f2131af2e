import Foundation

/// Bytes that lie in several pieces of memory.
struct FlattenedPieces: DataProtocol {
  let pieces: [[UInt8]]
  private let bytes: [UInt8]

  init(_ pieces: [[UInt8]]) { (self.pieces, bytes) = (pieces, pieces.flatMap(\.self)) }

  var startIndex: Int { 0 }
  var endIndex: Int { bytes.count }
  var regions: [[UInt8]] { pieces }
  subscript(position: Int) -> UInt8 { bytes[position] }
  subscript(bounds: Range<Int>) -> Slice<FlattenedPieces> { Slice(base: self, bounds: bounds) }
}
