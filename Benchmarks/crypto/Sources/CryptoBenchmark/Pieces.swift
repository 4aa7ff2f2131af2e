/// Pieces of bytes that are there at once.
struct Pieces: AsyncSequence {
  typealias Element = [UInt8]

  let pieces: [[UInt8]]

  func makeAsyncIterator() -> Iterator { Iterator(rest: pieces[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<[UInt8]>

    mutating func next(isolation actor: isolated (any Actor)?) async -> [UInt8]? { rest.popFirst() }
  }
}
