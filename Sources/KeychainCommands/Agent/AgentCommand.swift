import CommandLineKit
import CommandSupport
import Glibc
import OmamoriCore
import OmamoriKeychain
import OmamoriKeychainFile

extension OmamoriTool {
  static let keychainAgentCommand = Command(
    "agent", HelpText("Hold an unlocked keychain for other commands", ja: "ロック解除したキーチェーンをほかのコマンドに提供する"),
    discussion: HelpText(
      """
      Serves the keychain at a socket that nobody but you can reach, prints its path, and stays in the foreground until \
      control-C or SIGTERM. It begins locked unless an option says what opens it; 'omamori keychain unlock' unlocks it. \
      It needs no desktop. The keys are wiped when it locks: after --lock-after minutes without use, before the machine \
      sleeps, and when it ends.
      """,
      ja: """
        あなただけが接続できるソケットでキーチェーンを提供し、ソケットのパスを出力します。Control-C または SIGTERM までフォアグラウンドで\
        動作します。開く方法を指定しなければロックされた状態で始まり、'omamori keychain unlock' で解除します。デスクトップ環境は不要です。\
        ロック時には鍵をメモリから消去します。--lock-after の分数だけ使用されないとき、スリープの前、終了時にロックします。
        """),
    examples: [
      Example(
        "omamori keychain agent --daemonize", HelpText("Start it in the background.", ja: "バックグラウンドで起動します。")),
      Example(
        "omamori keychain agent --systemd-credential",
        HelpText(
          "As a service of systemd with LoadCredential=.", ja: "LoadCredential= を指定した systemd のサービスとして起動します。")
      ),
      Example("omamori keychain agent --stop", HelpText("End it.", ja: "終了します。")),
    ],
    exitCodes: [
      ExitMeaning(
        .findings,
        HelpText("Another agent runs, or --stop found none.", ja: "別のエージェントが動作中、または --stop の対象がありません。"))
    ]
  ) { declare in
    let handles = AgentHandles(&declare)
    return { arguments in try await AgentRun(arguments, handles).run() }
  }
}

/// The parameters of `omamori keychain agent`.
struct AgentHandles: Sendable {
  let isDaemon: Parameter<Bool>
  let stops: Parameter<Bool>
  let lockAfter: Parameter<Int>
  let keychain: KeychainHandles

  init(_ declare: inout Declaration) {
    isDaemon = declare.flag(
      "--daemonize",
      help: HelpText("Go to the background when it listens.", ja: "接続を受け付ける準備ができたら、バックグラウンドに移ります。"))
    stops = declare.flag("--stop", help: HelpText("End the agent that runs.", ja: "動作中のエージェントを終了します。"))
    lockAfter = declare.option(
      "--lock-after", value: "MINUTES", default: 60,
      help: HelpText(
        "Lock after so many minutes without use; 0 for never.", ja: "使用されないままこの分数が経つとロックします。0 はロックしません。"))
    keychain = KeychainHandles(&declare)
  }
}

/// One run of `omamori keychain agent`.
struct AgentRun {
  let arguments: Arguments
  let handles: AgentHandles

  init(_ arguments: Arguments, _ handles: AgentHandles) {
    (self.arguments, self.handles) = (arguments, handles)
  }

  /// Serves until the end, starts another process that does, or ends the one that runs.
  func run() async throws -> ExitCode {
    let minutes = try arguments[handles.lockAfter]
    guard 0...10_080 ~= minutes else {
      throw CryptoFault.usage(
        HelpText("--lock-after takes 0 to 10080 minutes", ja: "--lock-after には 0～10080 分を指定してください"),
        hint: HelpText("0 never locks", ja: "0 はロックしません"))
    }
    if try arguments[handles.stops] { return try await stop() }
    let folder = try handles.keychain.folder(arguments)
    if try arguments[handles.isDaemon] {
      guard try !handles.keychain.isCredentialGiven(arguments) else {
        throw CryptoFault.usage(
          HelpText(
            "--daemonize takes nothing to open the keychain with",
            ja: "--daemonize と、キーチェーンを開くオプションは同時に指定できません"),
          hint: HelpText(
            "run 'omamori keychain unlock' with it instead", ja: "代わりに 'omamori keychain unlock' に指定してください"))
      }
      guard
        try await AgentLauncher(arguments).start(
          folder, lockAfter: minutes, witness: arguments[handles.keychain.witness]?.string)
      else {
        throw CryptoFault.agentRuns
      }
      try arguments.output.write(AgentSocket.standard.path + "\n")
      return .success
    }
    return try await serve(folder, minutes)
  }

  private func serve(_ folder: String, _ minutes: Int) async throws -> ExitCode {
    try FreedMemory.overwrite(arguments)
    // Nothing secret is in the memory before.
    try AgentProcess.protect()
    let file = try await KeychainFile.open(
      at: folder, options: try handles.keychain.options(arguments, [MemoryAnchor()]))
    if let credential = try await handles.keychain.typedCredential(arguments) {
      try await handles.keychain.unlock(file, with: credential, arguments)
    }
    let limit = minutes == 0 ? nil : Duration.seconds(minutes * 60)
    guard let server = try AgentServer(serving: file, idleLimit: limit) else { throw CryptoFault.agentRuns }
    let monitor = await server.followSession()
    // A reader that is gone does not end the service: the process that started it may not wait for more than this line.
    try arguments.output.write(AgentSocket.standard.path + "\n")
    await server.run()
    monitor?.stop()
    await file.close()
    return .success
  }

  private func stop() async throws -> ExitCode {
    do throws(KeychainError) {
      try await AgentKeychain.connect().stop()
      return .success
    } catch {
      guard error == .unavailable(.agent) else { throw error }
      throw CryptoFault(
        .findings, HelpText("no agent runs", ja: "エージェントは動作していません"),
        hint: HelpText("there is nothing to end", ja: "終了するものはありません"))
    }
  }
}

extension CryptoFault {
  /// Another agent listens already.
  static let agentRuns = CryptoFault(
    .findings, HelpText("another agent runs already", ja: "別のエージェントがすでに動作しています"),
    hint: HelpText(
      "use it, or end it with 'omamori keychain agent --stop'",
      ja: "そのまま使用するか、'omamori keychain agent --stop' で終了してください"))
}

/// What is left in memory that a process has given back.
enum FreedMemory {
  /// Overwrite memory when it is given back, keep none of it aside for each thread, where it is not overwritten, and keep no
  /// stacks of threads that have ended.
  private static let settings =
    "glibc.malloc.perturb=165:glibc.malloc.tcache_count=0:glibc.pthread.stack_cache_size=0"
  /// Says that the program was started again; the loader takes the settings away from programs with capabilities.
  private static let mark = "OMAMORI_AGENT_STARTED"

  /// Makes the allocator overwrite memory that is given back, so that names of items do not stay in it.
  ///
  /// glibc reads these settings when a program starts, so this starts the program again in the same process, with the
  /// same arguments and descriptors. Call it before anything is read or opened.
  ///
  /// Source: "Memory Allocation Tunables" of the GNU C Library's manual; mallopt(3), M_PERTURB.
  ///
  /// - Throws: ``CryptoFault`` when the program cannot be started again.
  static func overwrite(_ arguments: Arguments) throws {
    guard arguments.environment[mark] == nil else { return }
    let others = arguments.environment["GLIBC_TUNABLES"]
    // because all are strings that outlive the call
    unsafe setenv("GLIBC_TUNABLES", others.map { "\($0):\(settings)" } ?? settings, 1)
    unsafe setenv(mark, "1", 1)
    // A new program begins with the mask of the thread that starts it, and the threads of Swift's tasks block signals.
    var none = sigset_t()
    unsafe sigemptyset(&none)  // because it works on exactly the one set
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)  // because the same holds here
    // because the copies live until the program is replaced, and the list ends with nil
    var words = unsafe CommandLine.arguments.map { unsafe strdup($0) } + [nil]
    // The first keeps the program's name; the second also works when the program was updated meanwhile.
    for path in [
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), "/proc/self/exe",
    ] {
      if let path { unsafe execv(path, &words) }  // because it returns only when it fails
    }
    throw CryptoFault.notStarted("omamori", errno)
  }
}
