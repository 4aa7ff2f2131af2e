func first(of bytes: [UInt8]) -> UInt8? {
  let span = bytes.span  // expect: 'span' is only available in
  return span.isEmpty ? nil : span[0]
}
