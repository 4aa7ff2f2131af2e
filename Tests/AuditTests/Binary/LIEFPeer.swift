import Foundation
import OmamoriATS
import TestSupport

@testable import AuditEngine
@testable import AuditRules

/// Another reader of machine code, LIEF, in a process of its own.
enum LIEFPeer {
  /// What a slice says of itself, in the terms that both readers know.
  struct Slice: Codable, Equatable {
    var processor: [UInt32]
    var commands: [UInt32]
    var isPositionIndependent: Bool
    var encryption: UInt32?
    var minimum: String?
    var searchPaths: [String]
    var libraries: [String]
    var segments: [Segment]
    var sections: [String]
    var symbols: Int
    var imports: [String]
    var bound: [String]
    var entitlements: [String]?
    var isSigned: Bool
  }

  struct Segment: Codable, Equatable {
    var name: String
    var initial: UInt32
    var maximum: UInt32
  }

  /// Whether the interpreter has LIEF.
  static let isThere = Python.canRun("import lief; lief.MachO")

  /// A folder with files that others built.
  static let binaries = ProcessInfo.processInfo.environment["OMAMORI_BINARIES"]

  /// The slices of the file at `path`.
  static func slices(ofFileAt path: String) throws -> [Slice] {
    try JSONDecoder().decode([Slice].self, from: Python.run("macho.py", [path]))
  }
}

extension LIEFPeer.Slice {
  /// The same, as this reader sees it.
  init(_ image: MachOImage) {
    let slice = image.slice
    processor = [slice.header.architecture.type, slice.header.architecture.subtype]
    commands = slice.commands.map(\.number)
    isPositionIndependent = slice.header.flags.contains(.positionIndependent)
    encryption = slice.encryption
    minimum = slice.buildVersion?.minimum.text
    searchPaths = slice.searchPaths
    libraries = slice.libraries.map(\.path)
    segments = slice.segments.map {
      LIEFPeer.Segment(name: $0.name, initial: $0.initial.rawValue, maximum: $0.maximum.rawValue)
    }
    sections = slice.sections.map(\.name)
    symbols = image.symbols.count
    imports = image.imports.listed.sorted()
    bound = image.imports.bound.sorted()
    entitlements = slice.signature?.entitlements?.dictionary.map { $0.entries.map(\.key).sorted() }
    isSigned = slice.signature != nil
  }
}
