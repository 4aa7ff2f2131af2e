import OmamoriATS
import OmamoriCore

/// Reads what a provisioning profile of Apple says, without judging its signature.
///
/// Source: Apple, TN3125: Inside Code Signing: Provisioning Profiles.
enum ProvisioningProfile {
  private static let greatestSize = 1 << 20

  /// Whether the profile lets debuggers attach; `nil` when it cannot be read.
  static func allowsDebugging(_ file: CheckedFile) async -> Bool? {
    guard let bytes = await file.read(limit: greatestSize), let content = propertyList(in: bytes) else {
      return nil
    }
    do throws(PropertyListError) {
      let root = try PropertyListReader.read(content).root
      guard let entitlements = root["Entitlements"], entitlements.dictionary != nil else { return nil }
      guard let value = entitlements["get-task-allow"] else { return false }
      return value.boolean
    } catch {
      return nil
    }
  }

  /// The property list inside the signed message.
  private static func propertyList(in bytes: [UInt8]) -> [UInt8]? {
    let (begin, end) = (Array("<?xml".utf8), Array("</plist>".utf8))
    guard let start = place(of: begin, in: bytes[...]),
      let stop = place(of: end, in: bytes[start...])
    else { return nil }
    return Array(bytes[start..<stop + end.count])
  }

  private static func place(of word: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= word.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - word.count).first { start in
      bytes[start] == word[0] && bytes[start..<start + word.count].elementsEqual(word)
    }
  }
}
