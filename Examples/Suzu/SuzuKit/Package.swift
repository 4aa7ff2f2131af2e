// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "SuzuKit",
  platforms: [.iOS(.v15)],
  products: [.library(name: "SuzuKit", targets: ["SuzuKit"])],
  dependencies: [
    .package(url: "https://github.com/example-suzu/bells.git", branch: "main"),
    .package(url: "http://git.suzu.example/chimes.git", from: "1.2.0"),
    .package(url: "https://github.com/apple/swift-collections.git", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "SuzuKit", dependencies: ["BellPlayer"]),
    .binaryTarget(name: "BellPlayer", url: "https://files.suzu.example/bell.zip", checksum: "abc"),
  ]
)
