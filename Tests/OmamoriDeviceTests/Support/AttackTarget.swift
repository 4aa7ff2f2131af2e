#if os(Linux)
import Foundation
import Glibc
import TestSupport

/// Small C programs and libraries, compiled once, that attackers are set on.
struct AttackTarget: Sendable {
  /// Where they stand.
  let folder: String
  var program: String { folder + "/target" }
  /// A library that does nothing.
  var library: String { folder + "/libguest.so" }
  /// A library that answers for `open` and `read` that nobody traces.
  var liar: String { folder + "/libliar.so" }
  /// A library of the loader's auditing interface.
  var auditor: String { folder + "/libauditor.so" }

  static let shared = Result { try AttackTarget() }

  private init() throws {
    folder =
      FileManager.default.temporaryDirectory.path
      + "/omamori-attack-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit {
      if let target = try? AttackTarget.shared.get() {
        try? FileManager.default.removeItem(atPath: target.folder)
      }
    }
    try compile(Self.programSource, to: program, ["-rdynamic", "-ldl", "-pthread"])
    try compile(Self.guestSource, to: library, ["-shared", "-fPIC"])
    try compile(Self.auditorSource, to: auditor, ["-shared", "-fPIC"])
    try compile(Self.liarSource, to: liar, ["-shared", "-fPIC", "-ldl"])
  }

  private func compile(_ source: String, to path: String, _ options: [String]) throws {
    let file = path + ".c"
    try source.write(toFile: file, atomically: true, encoding: .utf8)
    try Program.output(of: ["cc", "-O1", "-g", "-o", path, file] + options)
  }

  /// Starts the program and waits until it is ready.
  static func start(environment: [String: String] = [:], under runner: [String] = []) throws -> LineProgram {
    let target = try shared.get()
    let child = try LineProgram(runner + [target.program], environment: environment)
    try child.wait(for: "ready")
    return child
  }

  /// It obeys words on its standard input, so that a test decides what happens when.
  private static let programSource = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/mman.h>
    #include <sys/prctl.h>
    #include <unistd.h>
    __attribute__((noinline)) int secret(int x) { __asm__ volatile(""); return x * 3 + 1; }
    static void *wait(void *nothing) { for (;;) pause(); }
    static void patch(unsigned char *code) {
      long page = sysconf(_SC_PAGESIZE);
      void *start = (void *)((unsigned long)code & ~(page - 1));
      mprotect(start, 2 * page, PROT_READ | PROT_WRITE | PROT_EXEC);
      code[0] ^= 1;
      mprotect(start, 2 * page, PROT_READ | PROT_EXEC);
    }
    static void fileless(const char *path) {
      static char bytes[1 << 20];
      int from = open(path, O_RDONLY), to = memfd_create("quiet", 0);
      long size = read(from, bytes, sizeof bytes);
      if (write(to, bytes, size) != size) exit(1);
      char name[64];
      snprintf(name, sizeof name, "/proc/self/fd/%d", to);
      if (dlopen(name, RTLD_NOW) == NULL) exit(2);
    }
    int main(void) {
      char line[4096];
      prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
      volatile int seen = secret(1);
      puts("ready"); fflush(stdout);
      while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\\n")] = 0;
        if (strcmp(line, "patch") == 0) patch((unsigned char *)secret);
        else if (strcmp(line, "jit") == 0)
          mmap(NULL, 65536, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        else if (strncmp(line, "load ", 5) == 0) { if (dlopen(line + 5, RTLD_NOW) == NULL) return 2; }
        else if (strncmp(line, "memory ", 7) == 0) fileless(line + 7);
        else if (strncmp(line, "remove ", 7) == 0) unlink(line + 7);
        else if (strcmp(line, "crowd") == 0) {
          for (int i = 0; i < 60000; i++)
            mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        } else if (strcmp(line, "thread") == 0) {
          pthread_t thread;
          if (pthread_create(&thread, NULL, wait, NULL) != 0) return 3;
        } else if (strcmp(line, "leave") == 0) { puts("done"); fflush(stdout); pthread_exit(NULL); }
        else if (strcmp(line, "call") == 0) seen = secret(seen);
        puts("done"); fflush(stdout);
      }
      return 0;
    }
    """

  /// `stay` is what Frida calls in a library that it injects; it asks to be left there.
  private static let guestSource = """
    int guest(void) { return 7; }
    void stay(const char *data, int *stays) { *stays = 1; }
    """

  private static let auditorSource = """
    unsigned int la_version(unsigned int version) { return version; }
    """

  private static let liarSource = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <fcntl.h>
    #include <stdarg.h>
    #include <stdio.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    #include <sys/mman.h>
    static int forged(const char *path) {
      char bytes[65536];
      int from = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY, 0), to = memfd_create("status", 0);
      long size = syscall(SYS_read, from, bytes, sizeof bytes - 1);
      syscall(SYS_close, from);
      bytes[size] = 0;
      char *tracer = strstr(bytes, "TracerPid:\\t");
      if (tracer != NULL)
        for (tracer += 11; *tracer != '\\n'; tracer++) *tracer = '0';
      if (write(to, bytes, size) != size) return -1;
      lseek(to, 0, SEEK_SET);
      return to;
    }
    int open(const char *path, int flags, ...) {
      va_list list;
      va_start(list, flags);
      int mode = va_arg(list, int);
      va_end(list);
      if (strcmp(path, "/proc/self/status") == 0) return forged(path);
      return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    }
    int open64(const char *path, int flags, ...) {
      va_list list;
      va_start(list, flags);
      int mode = va_arg(list, int);
      va_end(list);
      return open(path, flags, mode);
    }
    """
}
#endif
