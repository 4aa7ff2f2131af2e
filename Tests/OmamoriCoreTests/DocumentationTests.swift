import OmamoriCore
import Testing

/// The example of the documentation's first page, line by line.
@Suite struct DocumentationTests {
  @Test func theFirstExampleRuns() throws {
    let key = try SecretBytes(randomCount: 32)
    let backup = key.copy()
    let isIntact = key.isEqual(to: backup)

    let settings = try StrictJSON.parse(#"{"retries": 3}"#)
    let retries = settings["retries"]?.intValue

    let identifier = Base64URL.encode(try SystemRandomness().bytes(count: 16))

    #expect(isIntact)
    #expect(retries == 3)
    #expect(identifier.utf8.count == 22)
  }
}
