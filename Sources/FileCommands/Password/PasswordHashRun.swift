import CommandLineKit
import CommandSupport
import OmamoriCore
import OmamoriCrypto

/// One run of `omamori password hash`.
struct PasswordHashRun {
  private let arguments: Arguments
  private let handles: PasswordHashHandles
  private let algorithm: PasswordAlgorithm
  private let memory: MemorySize?
  private let iterations: Int?
  private let target: TimeSpan?

  /// Reads the command line.
  init(_ arguments: Arguments, _ handles: PasswordHashHandles) throws {
    (self.arguments, self.handles) = (arguments, handles)
    algorithm = try arguments[handles.algorithm]
    memory = try arguments[handles.memory]
    iterations = try arguments[handles.iterations]
    target = try arguments[handles.calibrate]
    if target != nil, algorithm != .argon2id || iterations != nil {
      throw CryptoFault.usage(
        HelpText(
          "--calibrate finds the iterations of argon2id itself", ja: "--calibrate は argon2id の回数を自動で決めます"),
        hint: HelpText("leave out --algorithm and --iterations", ja: "--algorithm と --iterations を外してください"))
    }
    if algorithm == .scrypt, iterations != nil {
      throw CryptoFault.usage(
        HelpText("scrypt has no --iterations", ja: "scrypt に --iterations は指定できません"),
        hint: HelpText("give --memory", ja: "--memory を指定してください"))
    }
    if algorithm == .pbkdf2, memory != nil {
      throw CryptoFault.usage(
        HelpText("pbkdf2-sha256 takes no --memory", ja: "pbkdf2-sha256 に --memory は指定できません"),
        hint: HelpText("give --iterations", ja: "--iterations を指定してください"))
    }
  }

  /// Asks for the password and prints its hash.
  func run() async throws -> ExitCode {
    do throws(CryptoError) {
      _ = try PasswordHasher(cost: try fixedCost())
    } catch {
      throw fault(error)
    }
    let password = try await handles.password.password(arguments, isNew: true)
    do {
      let cost = try await cost()
      let hash = try await PasswordHasher(cost: cost).hash(password)
      let json: JSONValue = ["algorithm": .string(algorithm.rawValue), "hash": .string(hash)]
      try arguments.output.write((try arguments[handles.json] ? json.text(.pretty) : hash) + "\n")
      return .success
    } catch let error as CryptoError {
      throw fault(error)
    }
  }

  private func cost() async throws(CryptoError) -> PasswordCost {
    guard let target else { return try fixedCost() }
    return try await PasswordHasher.calibrated(
      for: .milliseconds(target.milliseconds), memoryLimit: memory?.kibibytes ?? 1 << 20)
  }

  private func fixedCost() throws(CryptoError) -> PasswordCost {
    guard target == nil else { return .standard }
    switch algorithm.standard {
    case .argon2id(let standardMemory, let passes, let lanes):
      return .argon2id(
        memory: memory?.kibibytes ?? standardMemory, passes: iterations ?? passes, lanes: lanes)
    case .scrypt(let logarithm, let blockSize, let lanes):
      // 128 times the block size is one KiB.
      guard let memory else { return .scrypt(logarithm: logarithm, blockSize: blockSize, lanes: lanes) }
      guard memory.kibibytes.nonzeroBitCount == 1 else { throw .outOfRange(lower: 1, upper: 1) }
      return .scrypt(
        logarithm: memory.kibibytes.trailingZeroBitCount, blockSize: blockSize, lanes: lanes)
    case .pbkdf2(let digest, let rounds): return .pbkdf2(digest, rounds: iterations ?? rounds)
    }
  }

  private func fault(_ error: CryptoError) -> CryptoFault {
    switch error {
    case .outOfRange where algorithm == .scrypt && memory != nil && memory?.kibibytes.nonzeroBitCount != 1:
      .usage(
        HelpText("--memory of scrypt is a power of two", ja: "scrypt の --memory は 2 のべき乗です"),
        hint: HelpText("give 128MiB, 256MiB or 512MiB", ja: "128MiB、256MiB、512MiB などを指定してください"))
    case .costTooLow:
      .usage(
        HelpText("guessing would be too cheap", ja: "この強さでは推測が容易になります"),
        hint: HelpText(
          """
          give at least 19MiB and 2 iterations (argon2id), 128MiB (scrypt) or 600000 iterations (pbkdf2-sha256), or leave \
          the options out
          """,
          ja: """
            argon2id は 19MiB と 2 回以上、scrypt は 128MiB 以上、pbkdf2-sha256 は 600000 回以上にするか、オプションを省略して\
            ください
            """))
    default: CryptoFault(error)
    }
  }
}

/// The parameters of `omamori password hash`.
struct PasswordHashHandles: Sendable {
  let algorithm: Parameter<PasswordAlgorithm>
  let memory: Parameter<MemorySize?>
  let iterations: Parameter<Int?>
  let calibrate: Parameter<TimeSpan?>
  let json: Parameter<Bool>
  let password: PasswordOptions

  init(_ declare: inout Declaration) {
    algorithm = declare.option(
      "-a", "--algorithm", value: "NAME", default: .argon2id,
      help: HelpText("The function that makes guessing slow.", ja: "推測を遅くする関数。"))
    memory = declare.option(
      "-m", "--memory", value: "SIZE",
      help: HelpText(
        "The memory of one guess, such as 64MiB; for scrypt a power of two.",
        ja: "1 回の計算に使うメモリ（例: 64MiB）。scrypt では 2 のべき乗。"))
    iterations = declare.option(
      "-t", "--iterations", value: "N",
      help: HelpText(
        "Passes over the memory (Argon2id) or rounds (PBKDF2).", ja: "メモリを処理する回数（Argon2id）または反復回数（PBKDF2）。"))
    calibrate = declare.option(
      "--calibrate", value: "TIME",
      help: HelpText(
        "Find the cost of Argon2id that takes this long here, such as 500ms; --memory is then the most it takes.",
        ja: "このマシンで指定時間（例: 500ms）かかる Argon2id の強さを求めます。--memory はその上限になります。"))
    json = declare.flag("--json", help: HelpText("Write JSON.", ja: "JSON で出力します。"))
    password = PasswordOptions(&declare)
  }
}

/// The functions that `omamori password hash` offers.
enum PasswordAlgorithm: String, CaseIterable, CommandLineValue {
  case argon2id, scrypt
  case pbkdf2 = "pbkdf2-sha256"

  /// What a guess costs unless the command line says otherwise.
  var standard: PasswordCost {
    switch self {
    case .argon2id: .standard
    case .scrypt: .scrypt
    case .pbkdf2: .pbkdf2
    }
  }

  /// The standard cost of the function that a stored hash names, which is what it is compared with.
  static func standard(for hash: String) -> PasswordCost {
    if hash.hasPrefix("$scrypt$") { return .scrypt }
    if hash.hasPrefix("$pbkdf2-sha512$") { return .pbkdf2(.sha512, rounds: 210_000) }
    return hash.hasPrefix("$pbkdf2-sha256$") ? .pbkdf2 : .standard
  }
}

/// An amount of memory, such as `64MiB`.
struct MemorySize: CommandLineValue, Equatable {
  /// The amount in KiB, at least 1.
  let kibibytes: Int

  private static let units = [("KiB", 1), ("MiB", 1 << 10), ("GiB", 1 << 20)]

  init?(commandLine word: String) {
    for (unit, factor) in Self.units where word.hasSuffix(unit) {
      guard let number = Int(word.dropLast(unit.count)), number > 0, number <= 1 << 30 else { return nil }
      kibibytes = number * factor
      return
    }
    return nil
  }

  /// An amount in KiB, at least 1.
  init(kibibytes: Int) { self.kibibytes = max(1, kibibytes) }

  var commandLineWord: String {
    for (unit, factor) in Self.units.reversed() where kibibytes % factor == 0 {
      return "\(kibibytes / factor)\(unit)"
    }
    return "\(kibibytes)KiB"
  }

  static var expectation: HelpText? { HelpText("a size such as 64MiB", ja: "64MiB のようなサイズ") }
}

/// A length of time, such as `500ms` or `1s`.
struct TimeSpan: CommandLineValue, Equatable {
  /// The time in milliseconds, 1 to 60,000.
  let milliseconds: Int

  init?(commandLine word: String) {
    let (digits, factor) = word.hasSuffix("ms") ? (word.dropLast(2), 1) : (word.dropLast(), 1_000)
    guard word.hasSuffix("s"), let number = Int(digits), (1...60_000).contains(number),
      number * factor <= 60_000
    else { return nil }
    milliseconds = number * factor
  }

  var commandLineWord: String { "\(milliseconds)ms" }

  static var expectation: HelpText? {
    HelpText("a time of at most 60s, such as 500ms", ja: "500ms のような時間（60s まで）")
  }
}
