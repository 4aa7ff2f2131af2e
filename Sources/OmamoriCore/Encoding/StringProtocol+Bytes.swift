/// Texts as the bytes that others see.
///
/// Swift compares texts by what they look like: a colon with an accent on it is no colon, a carriage return and a line
/// feed are one character, and two spellings of `é` are equal. Kernels, loaders, servers and specifications compare
/// bytes. What decides over security on a text from elsewhere has to look at it as they do.
extension StringProtocol {
  /// Whether the UTF-8 bytes begin with those of `prefix`.
  package func hasBytePrefix(_ prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  /// Whether the UTF-8 bytes end with those of `suffix`.
  package func hasByteSuffix(_ suffix: some StringProtocol) -> Bool {
    utf8.reversed().starts(with: suffix.utf8.reversed())
  }
}

extension StringProtocol where SubSequence == Substring {
  /// Splits at ASCII separators, whatever follows these.
  ///
  /// - Parameter separators: ASCII characters.
  /// - Returns: The parts between them; empty ones are left out.
  package func split(atBytes separators: Unicode.Scalar...) -> [Substring] {
    let bytes = separators.map(UInt8.init(ascii:))
    return self[...].utf8.split { bytes.contains($0) }.map { Substring($0) }
  }
}
