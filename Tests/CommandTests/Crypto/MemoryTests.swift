import Foundation
import TestSupport
import Testing

extension EncryptionCommands {
  /// The memory that is used does not grow with the input.
  ///
  /// `OMAMORI_SOAK` 1.0 means 1 GB; the code of the tool itself and what it loads is not counted.
  @Suite(
    "Memory", .timeLimit(.minutes(20)), .serialized,
    .enabled(if: Program.find("python3") != nil, "python3 is not installed"))
  struct MemoryTests {
    private static let megabytes = max(60, Int(1000 * Seed.soak))

    /// Prints the most memory that a command used, in KiB.
    private static let measure = """
      import resource, subprocess, sys
      subprocess.run(sys.argv[1], shell=True, check=True, executable="/bin/bash")
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)

      """

    @Test(arguments: [
      "omamori encrypt -i key BIG -o /dev/null", "omamori encrypt -i key < BIG > /dev/null",
      "omamori encrypt --format age -i key BIG -o new --force",
      "omamori encrypt --format age -a -i key BIG -o /dev/null",
      "omamori decrypt -i key BIG.o -o new --force", "cat BIG.o | omamori decrypt -i key > /dev/null",
      "omamori decrypt -i key BIG.a > /dev/null", "omamori hash BIG", "cat BIG | omamori hash -a sha3-512",
      "omamori encrypt -i key F.BIG -o /dev/null",
      "rm -rf copy; omamori decrypt -i key F.BIG.o --extract copy",
      "omamori inspect BIG.a",
    ])
    func isBounded(line: String) throws {
      let box = try CryptoSandbox()
      try box.folder.write(Self.measure, to: "measure.py")
      let needed = line.contains(".a") ? "--format age -a" : line.contains(".o") ? "" : nil
      var peaks: [Int] = []
      for size in ["1K", "\(Self.megabytes)M"] {
        let name = "big\(size)"
        let command = line.replacingOccurrences(of: "BIG", with: name)
        var setUp = "head -c \(size) /dev/zero > \(name); mkdir F.\(name); ln \(name) F.\(name)/file"
        if let needed {
          let source = line.contains("F.") ? "F.\(name)" : name
          setUp += "; omamori encrypt \(needed) -i key \(source) -o \(source).\(needed.isEmpty ? "o" : "a")"
        }
        #expect(try box.shell(setUp).status == 0)
        let ended = try box.shell("python3 measure.py '\(command)' | tail -1")
        #expect(ended.errors == "")
        peaks.append(try #require(Int(ended.output.trimmingCharacters(in: .whitespacesAndNewlines))))
      }
      print("\(line): \(peaks[0]) KiB for 1 KB, \(peaks[1]) KiB for \(Self.megabytes) MB")
      #expect(peaks[1] - peaks[0] < 32 << 10)
    }
  }
}
