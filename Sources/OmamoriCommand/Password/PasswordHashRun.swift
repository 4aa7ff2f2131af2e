import CommandLineKit
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
