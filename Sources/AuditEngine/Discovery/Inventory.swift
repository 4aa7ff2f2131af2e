package import OmamoriReport

/// Everything discovery found: what is to be examined, what is only known, and what was skipped.
package struct Inventory: Sendable {
  /// What is audited.
  package var target: AuditTarget
  /// What the project files and manifests say.
  package let layout: ProjectLayout
  /// The files to examine, in the order of their paths.
  package var files: [SourceFile]
  /// The files that are left out because of what they are for, in the order of their paths.
  ///
  /// Facts about the project (versions, manifests) and formats of live secrets may still be read from them.
  package var others: [SourceFile]
  /// The files that could not be listed or are too large, in the order of their names.
  package var skipped: [SkippedFile]

  /// How many files are left out, by what they are for.
  package var excluded: [FileContext: Int] {
    others.reduce(into: [:]) { counts, file in counts[file.context, default: 0] += 1 }
  }

  /// The files to examine that hold one of `kinds`.
  package func files(_ kinds: FileKind...) -> [SourceFile] {
    files.filter { kinds.contains($0.kind) }
  }

  /// The kinds of material there are to examine.
  package var inputs: Set<AuditInput> { Set(filesByInput.keys) }

  /// How many files of each kind of material there are to examine.
  package var filesByInput: [AuditInput: Int] {
    files.reduce(into: [:]) { counts, file in
      if let input = Self.input(of: file.kind) { counts[input, default: 0] += 1 }
    }
  }

  private static func input(of kind: FileKind) -> AuditInput? {
    switch kind {
    case .swift: .swift
    case .objectiveC, .cPlusPlus: .objectiveC
    case .infoPlist: .infoPlist
    case .entitlements: .entitlements
    case .privacyManifest: .privacyManifest
    case .interfaceBuilder: .interfaceBuilder
    case .xcodeProject: .project
    case .podfile, .podfileLock, .packageManifest, .packageResolved, .cartfile, .cartfileResolved:
      .dependencies
    case .machO: .binary
    default: nil
    }
  }
}
