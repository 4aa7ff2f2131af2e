// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "DeviceBenchmark",
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .target(name: "RawScan"),
    .executableTarget(
      name: "DeviceBenchmark",
      dependencies: [
        .product(name: "OmamoriDevice", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
        "RawScan",
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ]
)
