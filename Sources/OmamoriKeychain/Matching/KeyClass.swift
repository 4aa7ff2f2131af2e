/// The values of ``ItemAttribute/keyClass``, as `kSecAttrKeyClass` has them.
enum KeyClass {
  static let `public`: Int64 = 0
  static let `private`: Int64 = 1
  static let symmetric: Int64 = 2
}
