import Foundation
@_spi(Testing) import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile
import Testing

/// Mutated inputs for every importer: each is read or refused, and nothing of it is in an error.
@Suite struct HostileImportTests {
  private static let seed = ProcessInfo.processInfo.environment["OMAMORI_SEED"].flatMap(UInt64.init) ?? 4
  private static let count = ProcessInfo.processInfo.environment["OMAMORI_DEEP"] == nil ? 1_500 : 60_000

  private static let templates = [
    "\"Group\",\"Title\",\"Username\",\"Password\",\"URL\",\"Notes\",\"TOTP\"\n\"R/a\",\"%\",\"%\",\"%\",\"https://%:1\",\"%\n\",\"%\"\n",
    """
    <?xml version="1.0"?><KeePassFile><Meta><RecycleBinUUID>AQ==</RecycleBinUUID></Meta><Root><Group><Name>%</Name>
    <Entry><String><Key>%</Key><Value ProtectInMemory="True">%&amp;&#65;<![CDATA[%]]></Value></String>
    <String><Key>Title</Key><Value>%</Value></String><History/></Entry></Group></Root></KeePassFile>
    """,
    "keychain: \"%\"\nversion: 512\nclass: \"genp\"\nattributes:\n    0x00000007 <blob>=\"%\"\n"
      + "    \"acct\"<blob>=\"%\\101\"\n    \"svce\"<blob>=0x4142  \"%\"\ndata:\n\"%\"\n",
    "%\nuser: %\nurl: https://%/%\notpauth://%\n%\n",
  ]

  @Test func everyMutationIsReadOrRefusedWithoutALeak() throws {
    let probe = LeakProbe()
    let inputs = try probe.inputs(
      from: Self.templates, randomness: SeededRandomness(seed: Self.seed), count: Self.count)
    var (read, refused) = (0, 0)
    for input in inputs {
      for format in 0..<4 {
        do throws(KeychainError) {
          let result = try Self.read(input, as: format)
          read += 1
          #expect(result.notes.allSatisfy { probe.leaks(in: $0).isEmpty })
        } catch {
          refused += 1
          #expect(probe.leaks(in: error).isEmpty)
        }
      }
    }
    #expect(read > inputs.count && refused > inputs.count)
  }

  private static func read(_ input: [UInt8], as format: Int) throws(KeychainError) -> ImportResult {
    switch format {
    case 0: return try KeePassCSVImporter.read(input)
    case 1: return try KeePassXMLImporter.read(input)
    case 2: return try SecurityDumpImporter.read(input)
    default:
      let secret = SharedSecretBytes(SecretBytes(copying: input))
      return try PasswordStoreImporter.read(secret, named: "n")
    }
  }

  @Test func anythingThatIsBytesIsReadOrRefused() throws {
    let randomness = SeededRandomness(seed: Self.seed)
    for _ in 0..<Self.count {
      let input = try randomness.bytes(count: try randomness.integer(in: 0...200))
      _ = try? KeePassCSVImporter.read(input)
      _ = try? KeePassXMLImporter.read(input)
      _ = try? SecurityDumpImporter.read(input)
      #expect(throws: KeychainError.self) { try KeychainExporter.read(plaintext: input) }
      _ = KeychainStatus(text: String(decoding: input, as: UTF8.self))
    }
  }

  @Test func longInputsTakeLinearTime() throws {
    let clock = ContinuousClock()
    let size = 1 << 20
    let inputs = [
      [UInt8](repeating: UInt8(ascii: "\""), count: size), [UInt8](repeating: UInt8(ascii: ","), count: size),
      [UInt8](repeating: UInt8(ascii: "<"), count: size), [UInt8](repeating: UInt8(ascii: "&"), count: size),
      [UInt8](repeating: UInt8(ascii: "\n"), count: size),
      Array("<KeePassFile>".utf8) + Array(String(repeating: "<!---->", count: size / 7).utf8),
      Array("<KeePassFile><Root><Group><Entry><String><Value>".utf8)
        + Array(String(repeating: "<![CDATA[x]]>", count: size / 13).utf8),
      Array("<KeePassFile>".utf8) + Array(String(repeating: "<a/>", count: size / 4).utf8),
    ]
    for input in inputs {
      let time = clock.measure {
        _ = try? KeePassCSVImporter.read(input)
        _ = try? KeePassXMLImporter.read(input)
        _ = try? SecurityDumpImporter.read(input)
      }
      #expect(time < .seconds(60))
    }
  }
}
