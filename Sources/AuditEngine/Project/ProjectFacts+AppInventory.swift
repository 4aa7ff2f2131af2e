import OmamoriATS
import OmamoriReport

extension ProjectFacts {
  /// What the app asks for, declares and carries, whether or not anything is wrong with it.
  var appInventory: AppInventory {
    let plists = propertyLists(.infoPlist).map(\.root)
    let entitlements = propertyLists(.entitlements).map(\.root)
    let domains = entitlements.flatMap { list in
      (list["com.apple.developer.associated-domains"]?.array ?? []).compactMap { entry in
        entry.string?.split(separator: ":", maxSplits: 1).last?.split(separator: "?").first.map(String.init)
      }
    }
    return AppInventory(
      permissions: keys(of: plists).filter { $0.hasSuffix("UsageDescription") },
      entitlements: keys(of: entitlements),
      urlSchemes: plists.flatMap { list in
        (list["CFBundleURLTypes"]?.array ?? []).flatMap { type in
          (type["CFBundleURLSchemes"]?.array ?? []).compactMap(\.string)
        }
      },
      atsExceptions: plists.flatMap {
        $0.value(at: ["NSAppTransportSecurity", "NSExceptionDomains"])?.dictionary?.keys ?? []
      },
      domains: domains, dependencies: dependencies, binaries: inventory.files(.machO).map(\.path))
  }

  private func keys(of lists: [PropertyList]) -> [String] { lists.flatMap { $0.dictionary?.keys ?? [] } }

  private var dependencies: [AppInventory.Dependency] {
    inventory.layout.locks.flatMap { lock in
      lock.packages.map { package in
        AppInventory.Dependency(
          name: package.name, version: package.version ?? package.revision,
          source: Self.manager(of: lock.kind))
      }
    }
  }

  private static func manager(of kind: FileKind) -> String {
    switch kind {
    case .podfileLock: "cocoapods"
    case .cartfileResolved: "carthage"
    default: "swiftpm"
    }
  }
}
