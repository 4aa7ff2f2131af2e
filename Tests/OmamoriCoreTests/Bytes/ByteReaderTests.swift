import OmamoriCore
import Testing

@Suite struct ByteReaderTests {
  private enum Fault: Error, Equatable { case at(Int, ByteProblem) }

  private static let bytes = (1...16).map { UInt8($0) }

  /// What a body reads, and how many bytes it has taken when it ends or fails.
  private static func read<Value>(
    _ bytes: [UInt8] = bytes, _ body: (inout ByteReader<Fault>) throws(Fault) -> Value
  ) -> (value: Result<Value, Fault>, offset: Int) {
    var reader = ByteReader(bytes.rawSpan) { problem, offset in Fault.at(offset, problem) }
    do throws(Fault) {
      let value = try body(&reader)
      return (.success(value), reader.offset)
    } catch {
      return (.failure(error), reader.offset)
    }
  }

  @Test func readsNumbersWithTheirMostSignificantByteFirst() throws {
    let (numbers, offset) = Self.read { reader throws(Fault) in
      let (one, two) = (UInt64(try reader.number(UInt8.self)), UInt64(try reader.number(UInt16.self)))
      return [one, two, UInt64(try reader.number(UInt32.self)), try reader.number()]
    }
    #expect(try numbers.get() == [0x01, 0x0203, 0x0405_0607, 0x0809_0a0b_0c0d_0e0f])
    #expect(offset == 15)
  }

  @Test func takesBytesInOrderAndNothingTwice() throws {
    let parts = Self.read { reader throws(Fault) in
      let (copy, span) = (try reader.bytes(3), try reader.span(2).byteArray)
      let secret = try reader.secret(2).withBytes { $0.byteArray }
      let rest = reader.rest()
      try reader.end()
      return [copy, span, secret, rest, reader.rest()]
    }
    #expect(try parts.value.get() == [[1, 2, 3], [4, 5], [6, 7], Array(8...16), []])
  }

  @Test(arguments: [-1, .min, 17, .max])
  func refusesACountThatIsNotThereAndTakesNothing(_ count: Int) {
    let (bytes, offset) = Self.read { reader throws(Fault) in try reader.bytes(count) }
    #expect(bytes == .failure(.at(0, .truncated)) && offset == 0)
  }

  @Test(arguments: 0...7) func refusesANumberThatIsCutShort(_ count: Int) {
    let bytes = [UInt8](repeating: 0, count: count)
    let (long, offset) = Self.read(bytes) { reader throws(Fault) in try reader.number(UInt64.self) }
    #expect(long == .failure(.at(0, .truncated)) && offset == 0)
    let short = Self.read(bytes) { reader throws(Fault) in try reader.number(UInt32.self) }
    #expect((short.value == .success(0)) == (count >= 4))
  }

  @Test func refusesAFieldBeyondItsLimitEvenWhenItIsThere() {
    let bytes: [UInt8] = [0, 3, 7, 7, 7]
    let fits = Self.read(bytes) { reader throws(Fault) in try reader.field(in: 2, limit: 3).byteArray }
    #expect(fits.value == .success([7, 7, 7]))
    let long = Self.read(bytes) { reader throws(Fault) in try reader.field(in: 2, limit: 2).byteArray }
    #expect(long.value == .failure(.at(2, .tooLong)))
    let short = Self.read([0, 3, 7]) { reader throws(Fault) in try reader.field(in: 2, limit: 3).byteArray }
    #expect(short.value == .failure(.at(2, .truncated)))
  }

  @Test func saysWhatIsLeftOverAndWhere() {
    let early = Self.read { reader throws(Fault) in
      _ = try reader.span(15)
      try reader.end()
      return 0
    }
    #expect(early.value == .failure(.at(15, .leftOver)))
    let whole = Self.read { reader throws(Fault) in
      _ = try reader.span(16)
      try reader.end()
      return reader.remaining
    }
    #expect(whole.value == .success(0))
  }

  @Test func takesZeroAndOneAloneForAFlag() {
    for byte in UInt8.min ... .max {
      let flag = Self.read([byte]) { reader throws(Fault) in try reader.flag() }
      #expect(flag.value == (byte > 1 ? .failure(.at(1, .unexpected)) : .success(byte == 1)))
    }
    let values = [[0], [1, 9]].map { bytes in
      Self.read(bytes) { reader throws(Fault) in
        try reader.optional { reader throws(Fault) in try reader.number(UInt8.self) }
      }.value
    }
    #expect(values == [.success(nil), .success(9)])
  }

  @Test func refusesATextThatIsNotUTF8() {
    let bytes = Array("日本".utf8)
    #expect(Self.read(bytes) { reader throws(Fault) in try reader.text(6) }.value == .success("日本"))
    let cut = Self.read(bytes) { reader throws(Fault) in try reader.text(5) }
    #expect(cut.value == .failure(.at(5, .unexpected)))
  }
}
