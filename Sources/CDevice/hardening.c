#define _GNU_SOURCE
#include "hardening.h"

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

// Newer than the headers of some systems that this is built on.
#define SET_MDWE 65
#define GET_MDWE 66
#define MDWE_REFUSE_EXEC_GAIN 1
#define MEMFD_SECRET 447
#define READ_IMPLIES_EXECUTE 0x0400000

int omamori_hardening_denies_write_execute(void) {
  int flags = prctl(GET_MDWE, 0L, 0L, 0L, 0L);
  return flags < 0 ? -errno : flags & MDWE_REFUSE_EXEC_GAIN;
}

int omamori_hardening_deny_write_execute(void) {
  return prctl(SET_MDWE, (long)MDWE_REFUSE_EXEC_GAIN, 0L, 0L, 0L) == 0 ? 0 : errno;
}

static int is_refusal(int code) { return code == EPERM || code == EACCES; }

int omamori_hardening_writable_code_is_refused(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS;
  void *both = mmap(NULL, page, PROT_READ | PROT_WRITE | PROT_EXEC, flags, -1, 0);
  if (both != MAP_FAILED) {
    munmap(both, page);
    return 0;
  }
  if (!is_refusal(errno)) return -errno;
  void *writable = mmap(NULL, page, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (writable == MAP_FAILED) return -errno;
  int answer = mprotect(writable, page, PROT_READ | PROT_EXEC) == 0 ? 0 : is_refusal(errno) ? 1 : -errno;
  munmap(writable, page);
  return answer;
}

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// Both systems are little-endian, so the low half of an argument comes first; no flag looked at is in the high half.
#define LOAD_ARGUMENT(index) LOAD(args[index])
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define SKIP_UNLESS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (count))
#define SKIP_UNLESS_ANY(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, (count))

static const struct sock_filter write_execute_filter[] = {
    // A call by the rules of another architecture would have other numbers.
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
    REFUSE,
    LOAD(nr),
#ifdef __x86_64__
    // So would the 32-bit calls of the 64-bit kernel (x32).
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    REFUSE,
#endif
    // mmap(address, size, protection, …): writable and executable at once.
    SKIP_UNLESS(SYS_mmap, 5),
    LOAD_ARGUMENT(2),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, PROT_WRITE | PROT_EXEC),
    SKIP_UNLESS(PROT_WRITE | PROT_EXEC, 1),
    REFUSE,
    ALLOW,
    // mprotect(address, size, protection) and pkey_mprotect: executable afterwards.
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
    SKIP_UNLESS(SYS_pkey_mprotect, 4),
    LOAD_ARGUMENT(2),
    SKIP_UNLESS_ANY(PROT_EXEC, 1),
    REFUSE,
    ALLOW,
    // shmat(identifier, address, flags): executable, perhaps with what another mapping writes.
    SKIP_UNLESS(SYS_shmat, 4),
    LOAD_ARGUMENT(2),
    SKIP_UNLESS_ANY(SHM_EXEC, 1),
    REFUSE,
    ALLOW,
    // personality(flags): everything readable would become executable. All ones only ask.
    SKIP_UNLESS(SYS_personality, 4),
    LOAD_ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0xFFFFFFFF, 2, 0),
    SKIP_UNLESS_ANY(READ_IMPLIES_EXECUTE, 1),
    REFUSE,
    ALLOW,
};

int omamori_hardening_has_filters(void) {
  const uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0 ? 1 : -errno;
}

int omamori_hardening_filter_write_execute(void) {
  const struct sock_fprog program = {
      .len = sizeof write_execute_filter / sizeof write_execute_filter[0],
      .filter = (struct sock_filter *)write_execute_filter,
  };
  // Without this only root may install filters: a filter must not follow a program into more rights.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) != 0) return errno;
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  if (result < 0) return errno;
  // A positive result names a thread that has filters of its own and cannot take this one.
  return result == 0 ? 0 : EBUSY;
}
#else
int omamori_hardening_has_filters(void) { return -ENOSYS; }
int omamori_hardening_filter_write_execute(void) { return ENOSYS; }
#endif

int omamori_hardening_is_hidden(void) {
  int state = prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L);
  return state < 0 ? -errno : state != 1;
}

int omamori_hardening_hide(void) { return prctl(PR_SET_DUMPABLE, 0L, 0L, 0L, 0L) == 0 ? 0 : errno; }

int omamori_hardening_has_no_core(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return -errno;
  return limit.rlim_cur == 0 && limit.rlim_max == 0;
}

int omamori_hardening_forbid_core(void) {
  const struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 ? 0 : errno;
}

int omamori_hardening_secret_memory(void) {
  // The flag is O_CLOEXEC's, the only one that the call takes.
  long descriptor = syscall(MEMFD_SECRET, 02000000);
  return descriptor < 0 ? -errno : (int)descriptor;
}
#else
int omamori_hardening_denies_write_execute(void) { return -1; }
int omamori_hardening_deny_write_execute(void) { return 1; }
int omamori_hardening_writable_code_is_refused(void) { return -1; }
int omamori_hardening_has_filters(void) { return -1; }
int omamori_hardening_filter_write_execute(void) { return 1; }
int omamori_hardening_is_hidden(void) { return -1; }
int omamori_hardening_hide(void) { return 1; }
int omamori_hardening_has_no_core(void) { return -1; }
int omamori_hardening_forbid_core(void) { return 1; }
int omamori_hardening_secret_memory(void) { return -1; }
#endif
