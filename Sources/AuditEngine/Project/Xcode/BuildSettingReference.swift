/// Finds `$(NAME)` and `${NAME}` in the values of settings and property lists.
enum BuildSettingReference {
  /// `text` with each reference replaced by what `value` gives; unknown ones stay as they are.
  ///
  /// A modifier such as `:rfc1034identifier` is dropped. The result is cut where it exceeds 64 KiB.
  static func expanded(_ text: String, value: (String) -> String?) -> String {
    guard text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$"), result.utf8.count < 1 << 16 {
      result += rest[..<dollar]
      rest = rest[dollar...]
      let open = rest.dropFirst().first
      guard open == "(" || open == "{", let end = rest.firstIndex(of: open == "(" ? ")" : "}") else {
        result.append("$")
        rest = rest.dropFirst()
        continue
      }
      let name = rest.dropFirst(2)[..<end].split(separator: ":").first.map(String.init) ?? ""
      result += value(name) ?? String(rest[...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
