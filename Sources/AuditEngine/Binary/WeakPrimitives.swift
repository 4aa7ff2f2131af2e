/// Knows the symbols of primitives that are outdated.
enum WeakPrimitives {
  /// The primitives among `imports`, by the names that people know, sorted.
  static func names(in imports: ImportedSymbols) -> [String] {
    var names: Set<String> = []
    for (symbol, name) in functions where imports.contains(symbol) { names.insert(name) }
    for symbol in imports.listed.union(imports.bound) where symbol.hasPrefix("_$s9CryptoKit8Insecure") {
      for (mangled, name) in types where symbol.contains(mangled) { names.insert(name) }
    }
    return names.sorted()
  }

  private static let functions = [
    ("_CC_MD2", "CC_MD2"), ("_CC_MD4", "CC_MD4"), ("_CC_MD5", "CC_MD5"), ("_CC_MD5_Init", "CC_MD5"),
    ("_CC_SHA1", "CC_SHA1"), ("_CC_SHA1_Init", "CC_SHA1"),
  ]

  /// The mangled names of types inside `CryptoKit.Insecure`.
  private static let types = [("3MD5V", "Insecure.MD5"), ("4SHA1V", "Insecure.SHA1")]
}
