// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TransportBenchmark",
  dependencies: [.package(name: "Omamori", path: "../..")],
  targets: [
    .executableTarget(
      name: "TransportBenchmark",
      dependencies: [
        .product(name: "OmamoriTransport", package: "Omamori"),
        .product(name: "OmamoriTransportCurl", package: "Omamori"),
        .product(name: "OmamoriCrypto", package: "Omamori"),
        .product(name: "OmamoriCore", package: "Omamori"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
