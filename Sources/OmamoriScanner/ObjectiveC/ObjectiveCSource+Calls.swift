extension ObjectiveCSource {
  /// Whether a call without a receiver may be one of the function of the system with this name.
  ///
  /// `std::system(…)` and `::system(…)` are, `sys::system(…)` is a function of somebody else, and `: system(system)`
  /// gives a member of C++ its first value.
  func isOfLibrary(_ call: CCall) -> Bool {
    let index = call.tokens.lowerBound
    guard index > 1 else { return true }
    if tokens[index - 1].isSign("::") {
      return tokens[index - 2].kind != .identifier
        || ["std", "return", "else"].contains(tokens[index - 2].text)
    }
    let isListed =
      call.tokens.upperBound < tokens.count
      && (tokens[call.tokens.upperBound].isSign(",") || tokens[call.tokens.upperBound].isSign("{"))
    return !isListed || !isFirstValue(index)
  }

  /// Looks for `Name(…) : name(…), ` before the name at `index`.
  private func isFirstValue(_ index: Int) -> Bool {
    var place = index - 1
    guard tokens[place].isSign(":") || tokens[place].isSign(",") else { return false }
    while place > max(0, index - 200) {
      let token = tokens[place]
      if token.isSign(")") || token.isSign("}"), let open = partner(of: place) {
        place = open
      } else if token.isSign(":") {
        return tokens[place - 1].isSign(")") && !asks(before: place)
      } else if token.kind == .punctuation, token.text != ",", token.text != "::", token.text != "<",
        token.text != ">"
      {
        return false
      }
      place -= 1
    }
    return false
  }

  /// Whether the colon at `place` belongs to a `?`.
  private func asks(before place: Int) -> Bool {
    var index = place - 1
    while index > max(0, place - 200) {
      let token = tokens[index]
      if token.isSign("?") { return true }
      if token.isSign(";") || token.isSign("{") { return false }
      if token.isSign(")") || token.isSign("}") || token.isSign("]"), let open = partner(of: index) {
        // A body ends what is before it.
        if token.isSign("}") { return false }
        index = open
      }
      index -= 1
    }
    return false
  }
}
