/// One way in which a process makes itself harder to change or to read.
///
/// A value; safe to share between threads. Sources: prctl(2), PR_SET_MDWE(2const), seccomp(2), core(5),
/// memfd_secret(2).
public enum HardeningMeasure: String, Sendable, Hashable, CaseIterable, Codable {
  /// The kernel refuses memory that is writable and executable, and executable memory that was not so from the start
  /// (`PR_SET_MDWE`, Linux 6.3). Programs that this process starts inherit it.
  case denyWriteExecute
  /// A filter of system calls refuses the same, for older kernels: in every thread, and in programs that this process
  /// starts, which also gain no rights by set-user-ID any more.
  case filterWriteExecute
  /// Other processes of the same user can neither trace this one nor read its memory, and no core file is written.
  case notDumpable
  /// Core files are limited to nothing (`RLIMIT_CORE`), here and in programs that this process starts.
  case noCoreFiles
  /// New secrets lie in memory that the kernel takes out of its own reach (`memfd_secret`, Linux 5.14).
  case secretMemory
}
