/// The functions of C that values must not reach, as data, for Swift and Objective-C.
enum CFlowSinks {
  /// Functions with the places of the arguments that count.
  static let functions: [String: [(sinkClass: FlowSinkClass, place: Int)]] = {
    var table: [String: [(sinkClass: FlowSinkClass, place: Int)]] = [:]
    func add(_ sinkClass: FlowSinkClass, _ names: [String], _ places: Int...) {
      for name in names { table[name, default: []] += places.map { (sinkClass: sinkClass, place: $0) } }
    }
    add(
      .sql,
      [
        "sqlite3_exec", "sqlite3_prepare", "sqlite3_prepare_v2", "sqlite3_prepare_v3", "sqlite3_prepare16",
        "sqlite3_prepare16_v2", "sqlite3_get_table", "PQexec", "mysql_query",
      ], 1)
    add(.process, ["system", "popen", "execl", "execv", "execlp", "execvp", "execle", "execve"], 0)
    add(.process, ["posix_spawn", "posix_spawnp", "AuthorizationExecuteWithPrivileges"], 1)
    add(.format, ["NSLog", "NSLogv", "printf", "vprintf", "warn"], 0)
    add(
      .format,
      [
        "fprintf", "vfprintf", "syslog", "vsyslog", "asprintf", "vasprintf", "sprintf", "vsprintf", "dprintf",
        "err",
      ], 1)
    add(.format, ["snprintf", "vsnprintf", "CFStringCreateWithFormat", "CFStringAppendFormat"], 2)
    add(.regex, ["regcomp"], 1)
    add(
      .path,
      [
        "fopen", "open", "creat", "unlink", "remove", "opendir", "mkdir", "rmdir", "stat", "lstat", "chmod",
        "dlopen", "sqlite3_open", "sqlite3_open_v2", "truncate", "freopen",
      ], 0)
    add(.path, ["rename", "copyfile", "link", "symlink"], 0, 1)
    add(.script, ["JSEvaluateScript"], 1)
    return table
  }()

  /// Those whose names programs in Swift give to functions of their own.
  static let notOfSwift: Set = ["err", "link", "truncate", "warn"]

  /// The flags of shells and interpreters before the text of a program.
  static let shellFlags: Set = ["-c", "-lc", "-ic", "-e"]
}
