import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite only where the files of Wycheproof are.
  static var wycheproof: Self {
    .enabled(if: WycheproofFile.isAvailable, "OMAMORI_VECTORS names no folder with Wycheproof files")
  }
}
