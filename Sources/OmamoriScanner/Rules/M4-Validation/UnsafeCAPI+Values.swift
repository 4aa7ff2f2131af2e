extension UnsafeCAPI {
  /// What is known of the values of a file, put together once for all calls.
  struct Values {
    let texts: KnownTexts
    let sizes: StackSizes
    let targets: Targets

    private let source: ObjectiveCSource
    private let uses: NameUses
    /// The calls that print into what their first argument names, and where the format stands.
    private let prints: [(call: CCall, format: Int)]
    /// Where a name is what is copied and not where it is copied to.
    private let readers: Set<Int>

    init(_ source: ObjectiveCSource) {
      (self.source, uses) = (source, NameUses(source))
      (texts, sizes, targets) = (KnownTexts(source, uses), StackSizes(source, uses), Targets(source, uses))
      prints =
        source.calls("snprintf").prefix(ObjectiveCSource.closeLooks).map { ($0, 2) }
        + source.calls("sprintf").prefix(ObjectiveCSource.closeLooks).map { ($0, 1) }
      readers = Set(
        source.calls("strcpy", "strcat", "stpcpy").prefix(ObjectiveCSource.closeLooks)
          .filter { !$0.hasReceiver && $0.arguments.count == 2 }
          .map { source.bare($0.arguments[1]) }.filter { $0.count == 1 }.map(\.lowerBound))
    }

    /// Whether `range` is no address.
    func isNothing(_ range: Range<Int>) -> Bool {
      let range = source.bare(range)
      return range.count == 1
        && ["NULL", "nil", "nullptr", "0"].contains(source.tokens[range.lowerBound].text)
    }

    /// Whether `text` is of a function whose texts are never long: an address of the network as numbers.
    func isShort(_ text: Range<Int>) -> Bool {
      let range = source.bare(text)
      return range.count > 2 && source.tokens[range.lowerBound].isName("inet_ntoa")
        && source.partner(of: range.lowerBound + 1) == range.upperBound - 1
    }

    /// Whether `text` is an array of the function into which nothing is printed but texts of the code and numbers.
    ///
    /// What is copied may also have texts of a limited length in it; in a command a single character is too much.
    func isBuiltOfKnown(_ text: Range<Int>, in function: Int?, isCommand: Bool = false) -> Bool {
      let range = source.bare(text)
      guard let function, range.count == 1, source.tokens[range.lowerBound].kind == .identifier else {
        return false
      }
      let (name, body) = (source.tokens[range.lowerBound].text, source.functions[function].body)
      guard let places = uses.places(of: name, in: body, atMost: 64) else { return false }
      var (printed, isDeclared) = (Set<Int>(), false)
      for (call, format) in prints where call.function == function && !call.hasReceiver {
        guard let target = call.arguments.first.map(source.bare), target.count == 1,
          source.tokens[target.lowerBound].isName(name)
        else { continue }
        guard printsKnown(call, format, isCommand: isCommand) else { return false }
        printed.insert(target.lowerBound)
      }
      // Whatever else is done with it could write into it.
      for place in places where !printed.contains(place) {
        if isDeclaration(place) {
          isDeclared = true
        } else if !isRead(place) {
          return false
        }
      }
      return isDeclared && !printed.isEmpty
    }

    /// Whether the statement before `call` prints nothing but texts of the code and numbers into `text`.
    func isPrintedJustBefore(_ call: CCall, _ text: Range<Int>) -> Bool {
      let text = source.bare(text)
      guard text.allSatisfy({ source.tokens[$0].kind == .identifier || [".", "->"].contains(sign($0)) })
      else {
        return false
      }
      let written = text.map { source.tokens[$0].text }
      return prints.contains { print, format in
        guard print.function == call.function, !print.hasReceiver,
          print.tokens.upperBound < call.tokens.lowerBound,
          call.tokens.lowerBound - print.tokens.upperBound <= 16,
          // What stands behind a condition may not have been done.
          [";", "{", "}"].contains(sign(print.tokens.lowerBound - 1)),
          let target = print.arguments.first.map(source.bare),
          target.map({ source.tokens[$0].text }) == written
        else { return false }
        let between = print.tokens.upperBound..<call.tokens.lowerBound
        return sign(between.lowerBound) == ";" && between.dropFirst().allSatisfy(isHarmless)
          && printsKnown(print, format, isCommand: true)
      }
    }

    /// Whether nothing before a call in its statement can change what was printed: other calls could.
    private func isHarmless(_ index: Int) -> Bool {
      if sign(index + 1) == "(", source.tokens[index].kind == .identifier {
        return ["if", "pclose"].contains(source.tokens[index].text)
      }
      return ![";", "{", "}", ":", "]"].contains(sign(index))
    }

    private func printsKnown(_ print: CCall, _ format: Int, isCommand: Bool) -> Bool {
      guard let inserted = PrintedTexts(print, format: format, texts)?.arguments,
        inserted.allSatisfy({ $0.map { texts.isKnown($0, in: print.function) } ?? false })
      else { return false }
      guard isCommand else { return true }
      // Texts of a limited length and single characters are no numbers.
      return (texts.texts(print.arguments[format], in: print.function) ?? []).allSatisfy { format in
        PrintedTexts.conversions(in: format)?.allSatisfy { !"-cC".contains($0) } ?? false
      }
    }

    private func sign(_ index: Int) -> String {
      source.tokens.indices.contains(index) && source.tokens[index].kind == .punctuation
        ? source.tokens[index].text : ""
    }

    /// Looks at `char name[64];`, without anything in it from the start.
    private func isDeclaration(_ place: Int) -> Bool {
      guard place > 0, source.tokens[place - 1].isName("char"), place + 1 < source.tokens.count,
        source.tokens[place + 1].isSign("["), let close = source.partner(of: place + 1),
        close + 1 < source.tokens.count
      else { return false }
      return source.tokens[close + 1].isSign(";")
    }

    /// Looks at `sizeof name`, `sizeof(name)`, `system(name)` and `strcat(other, name)`.
    private func isRead(_ place: Int) -> Bool {
      guard place > 1, place + 1 < source.tokens.count else { return false }
      if source.tokens[place - 1].isName("sizeof") || readers.contains(place) { return true }
      return source.tokens[place - 1].isSign("(")
        && ["sizeof", "system", "popen", "strlen"].contains(source.tokens[place - 2].text)
    }
  }
}
