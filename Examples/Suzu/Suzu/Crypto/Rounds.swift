/// Numbers of the key derivation.
enum Rounds {
  static let pages: UInt32 = 1_000
}
