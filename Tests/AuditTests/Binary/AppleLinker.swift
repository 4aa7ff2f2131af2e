import Foundation
import TestSupport

/// Compiles and links real machine code for Apple systems with Clang and the Mach-O half of LLD.
struct AppleLinker {
  /// A system and processor to build for.
  struct Target: Sendable {
    let triple: String
    let platform: [String]

    var processor: String { triple.split(separator: "-").first.map(String.init) ?? "" }

    static let phone = Target(triple: "arm64-apple-ios18.0", platform: ["ios", "18.0", "18.0"])
    static let desktop = Target(triple: "x86_64-apple-macos15.0", platform: ["macos", "15.0", "15.0"])
    static let newDesktop = Target(triple: "arm64-apple-macos15.0", platform: ["macos", "15.0", "15.0"])
  }

  private static let clang = Program.find("clang")
  // The linker of the Swift toolchain has the same name without a number, and refuses Apple's systems.
  private static let linker = (14...22).reversed().lazy.compactMap { Program.find("ld64.lld-\($0)") }.first

  /// Whether both tools are there.
  static let isThere = clang != nil && linker != nil

  let folder: TemporaryFolder

  /// Prepares a folder with what programs are linked against.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "libSystem.tbd",
      """
      --- !tapi-tbd
      tbd-version: 4
      targets: [ arm64-ios, x86_64-macos, arm64-macos ]
      install-name: '/usr/lib/libSystem.B.dylib'
      exports:
        - targets: [ arm64-ios, x86_64-macos, arm64-macos ]
          symbols: [ _printf, _puts, _fgets, _strcpy, ___strcpy_chk, ___stack_chk_fail, ___stack_chk_guard, _CC_MD5,
                     dyld_stub_binder, ___stdinp, _objc_msgSend, _objc_release, _objc_retain, _objc_storeStrong,
                     __objc_empty_cache, ___CFConstantStringClassReference, _memcpy, _strlen, _malloc,
                     _objc_alloc, _objc_alloc_init, _objc_autoreleaseReturnValue,
                     _objc_retainAutoreleasedReturnValue, _objc_unsafeClaimAutoreleasedReturnValue,
                     _objc_autorelease, _objc_retainAutorelease ]
          objc-classes: [ NSObject, UIWebView ]
      ...

      """)
  }

  /// Compiles `source` and links it to a program, or with `-dylib` to a library.
  func link(
    _ source: String, language: String = "c", for target: Target, compiling: [String] = [],
    linking: [String] = []
  ) throws -> [UInt8] {
    let name = UUID().uuidString
    let input = try folder.write("\(name).\(language == "c" ? "c" : "m")", source)
    let (object, product) = ("\(folder.path)/\(name).o", "\(folder.path)/\(name)")
    try Program.output(
      of: [Self.clang ?? "", "-target", target.triple, "-O1"] + compiling + ["-c", input, "-o", object])
    try Program.output(
      of: [Self.linker ?? "", "-arch", target.processor, "-platform_version"] + target.platform
        + [object, "\(folder.path)/libSystem.tbd", "-o", product] + linking)
    return try folder.bytes(of: name)
  }
}
