import Glibc
public import OmamoriAuth
import OmamoriCore
public import OmamoriTransport

/// Opens pages in the browser that the person has chosen for the desktop, with `xdg-open` and without a shell.
///
/// Has no state; safe to use from any thread.
public enum SystemBrowser {
  /// Opens a page.
  ///
  /// - Parameter url: The page.
  /// - Throws: `AuthError.callback(_:)` with `CallbackFault.browserFailed` when there is no desktop, no `xdg-open`, or
  ///   it fails.
  public static func open(_ url: RequestURL) async throws(AuthError) {
    // Without a desktop xdg-open takes a browser of the terminal, which belongs to the program.
    guard variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil, let path = find("xdg-open") else {
      throw .callback(.browserFailed)
    }
    try await open(url, with: path)
  }

  /// Opens a page with a program.
  static func open(_ url: RequestURL, with path: String) async throws(AuthError) {
    let child = try start(path, [path, url.text])
    let status: Int32 = await withCheckedContinuation { continuation in
      let isStarted = OwnThread.start {
        let status = wait(for: child, atMost: 3000)
        continuation.resume(returning: status ?? 0)
        // Where it is the browser itself it goes on, and nobody has to wait but this thread.
        if status == nil { _ = wait(for: child, atMost: nil) }
      }
      if !isStarted { continuation.resume(returning: 0) }
    }
    guard status == 0 else { throw .callback(.browserFailed) }
  }

  private static func start(_ path: String, _ words: [String]) throws(AuthError) -> pid_t {
    // because it is made here and destroyed below
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for number in Int32(0)...2 {
      // because the name is a string that outlives the call
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    // because strdup's copies are freed below
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    var identifier: pid_t = 0
    // because everything outlives the call, and the lists end with nil
    let code = unsafe posix_spawn(&identifier, path, &actions, nil, &arguments, environ)
    guard code == 0 else { throw .callback(.browserFailed) }
    return identifier
  }

  /// Waits for the end of a child; `nil` when it still runs after so many milliseconds.
  private static func wait(for child: pid_t, atMost limit: Int?) -> Int32? {
    var (status, waited): (Int32, Int) = (0, 0)
    while true {
      // because exactly one number is written
      let found = unsafe waitpid(child, &status, limit == nil ? 0 : WNOHANG)
      if found == child { return status }
      // Somebody else has asked for the end of all children.
      if found < 0, errno != EINTR { return 0 }
      guard let limit else { continue }
      guard waited < limit else { return nil }
      usleep(20_000)
      waited += 20
    }
  }

  private static func find(_ name: String) -> String? {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { path in
      // because the name is a string that outlives the call
      unsafe path.hasPrefix("/") && access(path, X_OK) == 0
    }
  }

  private static func variable(_ name: String) -> String? {
    // because the text is copied before anything else can change the environment
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}
