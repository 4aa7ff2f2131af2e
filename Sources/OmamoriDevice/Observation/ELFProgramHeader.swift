/// One entry of the table that says how a file is mapped.
struct ELFProgramHeader {
  static let load: UInt32 = 1
  static let dynamic: UInt32 = 2
  static let note: UInt32 = 4

  let kind: UInt32
  let flags: UInt32
  let offset: UInt64
  let size: UInt64
}
