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
  package var inputs: Set<AuditInput> {
    var inputs: Set<AuditInput> = []
    for file in files {
      switch file.kind {
      case .swift: inputs.insert(.swift)
      case .objectiveC, .cPlusPlus: inputs.insert(.objectiveC)
      case .infoPlist: inputs.insert(.infoPlist)
      case .entitlements: inputs.insert(.entitlements)
      case .privacyManifest: inputs.insert(.privacyManifest)
      case .interfaceBuilder: inputs.insert(.interfaceBuilder)
      case .xcodeProject: inputs.insert(.project)
      case .podfile, .podfileLock, .packageManifest, .packageResolved, .cartfile, .cartfileResolved:
        inputs.insert(.dependencies)
      case .machO: inputs.insert(.binary)
      default: break
      }
    }
    return inputs
  }
}
