import OmamoriCore

/// No order of fields leads beyond the end, and what was taken is what stood there.
///
/// The first half of the input says which fields are asked for, the second half is what they are read from.
func fuzzByteReader(_ bytes: [UInt8]) {
  let steps = bytes.prefix(bytes.count / 2)
  let source = Array(bytes.dropFirst(bytes.count / 2))
  var reader = ByteReader(source.rawSpan)
  for step in steps {
    let start = reader.offset
    guard let taken = try? take(step, &reader) else {
      expect(reader.offset <= source.count, "a refusal leads nowhere beyond the end")
      continue
    }
    expect(reader.offset <= source.count, "no field ends beyond the end")
    expect(source[start..<reader.offset].elementsEqual(taken), "a field is what stood there")
  }
  expect(reader.remaining == source.count - reader.offset, "what is left is what was not taken")
  expect((try? reader.end()) != nil || !reader.isAtEnd, "only the end is the end")
}

/// Takes one field; gives the bytes that it stands for.
private func take(_ step: UInt8, _ reader: inout ByteReader<ByteProblem>) throws(ByteProblem) -> [UInt8] {
  let count = Int(step >> 4)
  switch step & 0x0F {
  case 0: return [try reader.number(UInt8.self)]
  case 1: return big(UInt64(try reader.number(UInt16.self)), 2)
  case 2: return big(UInt64(try reader.number(UInt32.self)), 4)
  case 3: return big(try reader.number(UInt64.self), 8)
  case 4: return try reader.bytes(count)
  case 5: return try reader.span(count).byteArray
  case 6: return try reader.secret(count).withBytes { $0.byteArray }
  case 7: return Array(try reader.text(count).utf8)
  case 8: return [try reader.flag() ? 1 : 0]
  case 9: return try counted(1, count, &reader)
  case 10: return try counted(2, count, &reader)
  case 11: return try counted(4, count, &reader)
  case 12:
    let value = try reader.optional { reader throws(ByteProblem) in try reader.number(UInt8.self) }
    return value.map { [1, $0] } ?? [0]
  case 13:
    expect((try? reader.span(-1 - count).byteCount) == nil, "no field has fewer bytes than none")
    return []
  case 14:
    expect((try? reader.span(.max - count).byteCount) == nil, "no field has that many bytes")
    return []
  default: return reader.rest()
  }
}

private func counted(
  _ size: Int, _ limit: Int, _ reader: inout ByteReader<ByteProblem>
) throws(ByteProblem) -> [UInt8] {
  let field = try reader.field(in: size, limit: limit)
  expect(field.byteCount <= limit, "no field is longer than its limit")
  return big(UInt64(field.byteCount), size) + field.byteArray
}

private func big(_ number: UInt64, _ size: Int) -> [UInt8] {
  (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
}
