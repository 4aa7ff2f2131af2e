// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "VerifyBenchmark",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .target(name: "RecordBaseline", linkerSettings: [.linkedLibrary("crypto")]),
    .executableTarget(
      name: "VerifyBenchmark",
      dependencies: [
        .product(name: "OmamoriAuditLog", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
        "RecordBaseline",
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
