/// Looks for a marker in everything that a program could print of an error or a value.
///
/// A test puts the marker where a secret would be, drives the code with it, and requires that no trace is left. Has no
/// state; safe to use from any thread.
@_spi(Testing)
public struct LeakProbe: Sendable {
  /// The text that stands for a secret; long enough not to occur by chance.
  public let marker: String

  /// Makes a probe.
  public init(marker: String = "s3cr3t-Marker-7f1d") { self.marker = marker }

  /// The forms of the marker that `value` shows in its descriptions, its mirror or its dump; empty when it is safe.
  ///
  /// - Parameter value: An error, an event or any other value.
  /// - Returns: The forms that were found, such as `hexadecimal`.
  public func leaks(in value: Any) -> [String] {
    var texts = [String(describing: value), String(reflecting: value)]
    var dumped = ""
    dump(value, to: &dumped)
    texts.append(dumped)
    if let error = value as? any OmamoriError {
      texts += Language.allCases.map(error.message(in:))
    }
    let shown = texts.joined(separator: "\n").lowercased()
    return forms.filter { shown.contains($0.text.lowercased()) }.map(\.name)
  }

  /// Texts that hold the marker in many surroundings, for decoders that have to refuse or to read them.
  ///
  /// - Parameters:
  ///   - templates: Valid inputs of the decoder, in which `%` stands for the marker.
  ///   - randomness: The source of mutations.
  ///   - count: How many inputs to make of each template.
  /// - Returns: The inputs; each but the first of a template has one byte changed, removed or doubled, or is cut off.
  /// - Throws: What `randomness` throws.
  public func inputs(
    from templates: [String],
    randomness: some Randomness,
    count: Int
  ) throws(CoreError) -> [[UInt8]] {
    var inputs: [[UInt8]] = []
    for template in templates {
      let whole = Array(
        template.split(separator: "%", omittingEmptySubsequences: false).joined(separator: marker).utf8
      )
      inputs.append(whole)
      guard !whole.isEmpty else { continue }
      for _ in 1..<max(count, 1) {
        var input = whole
        let place = try randomness.integer(in: 0...(whole.count - 1))
        switch try randomness.integer(in: 0...3) {
        case 0: input[place] = UInt8(truncatingIfNeeded: try randomness.integer(in: 0...255))
        case 1: input.remove(at: place)
        case 2: input.insert(input[place], at: place)
        default: input.removeSubrange(place...)
        }
        inputs.append(input)
      }
    }
    return inputs
  }

  private var forms: [(name: String, text: String)] {
    let bytes = Array(marker.utf8)
    let hexadecimal = Hexadecimal.text(of: bytes)
    return [
      ("plain", marker),
      ("first half", String(marker.prefix(marker.count / 2))),
      ("second half", String(marker.suffix(marker.count / 2))),
      ("hexadecimal", hexadecimal),
      ("base64", Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString()),
      ("array", bytes.map(String.init).joined(separator: ", ")),
    ]
  }
}
