/// The bounds that a JSON document has to respect to be read.
///
/// A value; safe to share between threads.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting that ``StrictJSON`` follows, whatever `depth` asks for.
  public static let greatestDepth = 256
  /// 64 levels, 16 MiB, one million values, numbers of 128 characters.
  public static let standard = JSONLimits()

  /// How many arrays and objects may enclose one another; from 1 to ``greatestDepth``.
  public var depth: Int
  /// The size of the whole document in bytes.
  public var size: Int
  /// How many values (scalars, arrays and objects together) the document may hold.
  public var values: Int
  /// The length of one number's text in bytes.
  public var numberLength: Int

  /// Makes limits; what is left out is as in ``standard``.
  public init(depth: Int = 64, size: Int = 16 << 20, values: Int = 1_000_000, numberLength: Int = 128) {
    (self.depth, self.size) = (depth, size)
    (self.values, self.numberLength) = (values, numberLength)
  }
}
