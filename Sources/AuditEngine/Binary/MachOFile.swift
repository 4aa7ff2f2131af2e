/// What a file of machine code says of itself, slice by slice.
///
/// It keeps no bytes of the file.
package struct MachOFile: Sendable {
  /// The file, relative to the audited path.
  package let path: String
  /// Its slices, in the order of the file.
  package let slices: [MachOSlice]

  /// The parts of all slices that could not be read.
  package var problems: [String] {
    slices.flatMap { slice in slice.problems.map { "\(slice.header.architecture.name) \($0)" } }
  }
}
