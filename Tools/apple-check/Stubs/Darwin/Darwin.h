// The part of Apple's C library that this package calls, for type-checking only.
//
// Types and constants are those of arm64 on Apple systems. Each group names its manual pages, which are at
// https://keith.github.io/xcode-man-pages/ as <page>.html (for example mmap.2.html). Where Apple's headers carry
// no nullability, Swift sees implicitly unwrapped pointers, as it does on a Mac.
// Macros and variadic functions that Swift cannot import are in Darwin.swift.
//
// A struct has all of its real members, because Swift treats a struct that contains a pointer as unsafe.
//
// Each group says what its declarations were compared with. What means nothing to Swift was left out: `restrict`,
// names for the linker, annotations for -fbounds-safety. `xnu` and `dyld` are repositories of
// github.com/apple-oss-distributions, given with a commit. `darwin/` and `macos/` are lib/libc/include/any-darwin-any
// and any-macos-any of github.com/ziglang/zig, copies of the headers in Apple's SDKs; `darwin/` is newer.
// Every function exists on iOS and macOS, since iOS 10.1 and macOS 10.12.1 at the latest.
#pragma once

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// Attributes of sys/cdefs.h.
// Compared with iPhoneOS18.0.sdk/usr/include/sys/cdefs.h at github.com/xybp888/iOS-SDKs.
#define __result_use_check __attribute__((__warn_unused_result__))
#define __swift_nonisolated_unsafe __attribute__((__swift_attr__("nonisolated(unsafe)")))
#define __swift_unavailable_from_async(message) \
  __attribute__((__swift_attr__("@_unavailableFromAsync(message: \"" message "\")")))

// MARK: Types

// Compared with darwin/arm/_types.h, macos/sys/_types.h, macos/sys/types.h and macos/sys/poll.h.
typedef long ssize_t;
typedef long long off_t;
typedef long time_t;
typedef int errno_t;
typedef size_t rsize_t;
typedef int pid_t;
typedef int dev_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef unsigned long long ino_t;
typedef long long blkcnt_t;
typedef int blksize_t;
typedef int suseconds_t;
typedef unsigned int nfds_t;
typedef unsigned int useconds_t;
typedef unsigned int sigset_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long long u_quad_t;
typedef unsigned int fixpt_t;
typedef int segsz_t;
typedef char *caddr_t;
typedef int boolean_t;

// MARK: Types of threads

// Compared with macos/sys/_pthread/_pthread_types.h.
struct __darwin_pthread_handler_rec {
  void (*__routine)(void *);
  void *__arg;
  struct __darwin_pthread_handler_rec *__next;
};
struct _opaque_pthread_attr_t {
  long __sig;
  char __opaque[56];
};
struct _opaque_pthread_cond_t {
  long __sig;
  char __opaque[40];
};
struct _opaque_pthread_condattr_t {
  long __sig;
  char __opaque[8];
};
struct _opaque_pthread_mutex_t {
  long __sig;
  char __opaque[56];
};
struct _opaque_pthread_mutexattr_t {
  long __sig;
  char __opaque[8];
};
struct _opaque_pthread_t {
  long __sig;
  struct __darwin_pthread_handler_rec *__cleanup_stack;
  char __opaque[8176];
};
typedef struct _opaque_pthread_attr_t pthread_attr_t;
typedef struct _opaque_pthread_cond_t pthread_cond_t;
typedef struct _opaque_pthread_condattr_t pthread_condattr_t;
typedef struct _opaque_pthread_mutex_t pthread_mutex_t;
typedef struct _opaque_pthread_mutexattr_t pthread_mutexattr_t;
typedef struct _opaque_pthread_t *pthread_t;

// MARK: Memory: mmap.2 munmap.2 mprotect.2 mlock.2 madvise.2 minherit.2 getpagesize.3

// Compared with xnu 8d741a5d bsd/sys/mman.h, macos/mach/vm_inherit.h and darwin/unistd.h.
#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define PROT_EXEC 0x04
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_FIXED 0x0010
#define MAP_ANON 0x1000
#define MAP_ANONYMOUS MAP_ANON
#define MADV_DONTNEED 4
#define MADV_FREE 5
#define MADV_ZERO_WIRED_PAGES 6
typedef unsigned int vm_inherit_t;
#define VM_INHERIT_SHARE ((vm_inherit_t)0)
#define VM_INHERIT_COPY ((vm_inherit_t)1)
#define VM_INHERIT_NONE ((vm_inherit_t)2)
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
int mlock(const void *, size_t);
int munlock(const void *, size_t);
int madvise(void *, size_t, int);
int minherit(void *, size_t, int);
int getpagesize(void) __attribute__((const));

// MARK: Bytes: memcmp.3 memcpy.3 memset.3 memset_s.3 timingsafe_bcmp.3 strlen.3 strerror.3

// Compared with macos/_string.h.
int memcmp(const void *, const void *, size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memset(void *, int, size_t);
errno_t memset_s(void *, rsize_t, int, rsize_t);
int timingsafe_bcmp(const void *, const void *, size_t);
size_t strlen(const char *);
int strcmp(const char *, const char *);
char *strdup(const char *);
int strerror_r(int, char *, size_t);

// MARK: Allocation: malloc.3 posix_memalign.3 free.3

// Compared with macos/malloc/_malloc.h.
void *malloc(size_t) __result_use_check;
void *calloc(size_t, size_t) __result_use_check;
void *realloc(void *, size_t) __result_use_check;
int posix_memalign(void **, size_t, size_t);
void free(void *);

// MARK: Randomness: getentropy.2 arc4random.3

// Compared with darwin/sys/random.h and darwin/_stdlib.h.
int getentropy(void *, size_t);
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t);
void arc4random_buf(void *, size_t);

// MARK: Time: clock_gettime.3 time.3 nanosleep.2 usleep.3 gettimeofday.2 localtime.3

// Compared with macos/_time.h, darwin/sys/time.h and macos/sys/_types/_timespec.h, _timeval.h.
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
// Apple's constants begin with an underscore, and macros give them these names. Swift code for Apple systems uses them;
// what imports such macros there was not found.
typedef enum {
  CLOCK_REALTIME = 0,
  CLOCK_MONOTONIC = 6,
  CLOCK_MONOTONIC_RAW = 4,
  CLOCK_UPTIME_RAW = 8,
} clockid_t;
int clock_gettime(clockid_t, struct timespec *);
uint64_t clock_gettime_nsec_np(clockid_t);
time_t time(time_t *);
int gettimeofday(struct timeval *, void *);
int usleep(useconds_t);
int nanosleep(const struct timespec *, struct timespec *);
struct tm *gmtime_r(const time_t *, struct tm *);
struct tm *localtime_r(const time_t *, struct tm *);
time_t timegm(struct tm *const);

// MARK: Files: open.2 read.2 write.2 chown.2 lseek.2 fsync.2 flock.2 ftruncate.2 rename.2 link.2 unlink.2 realpath.3

// Compared with darwin/sys/fcntl.h, darwin/unistd.h, darwin/sys/unistd.h, darwin/sys/stdio.h, darwin/_stdlib.h,
// macos/sys/syslimits.h and xnu 5c2921b0 bsd/sys/stat.h.
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_ACCMODE 0x0003
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_DIRECTORY 0x00100000
#define O_NOCTTY 0x00020000
#define O_CLOEXEC 0x01000000
#define F_GETFD 1
#define F_SETFD 2
#define F_SETPROTECTIONCLASS 64
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define AT_FDCWD (-2)
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_SYMLINK_FOLLOW 0x0040
#define AT_REMOVEDIR 0x0080
#define RENAME_EXCL 0x00000004
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK (1 << 0)
#define W_OK (1 << 1)
#define R_OK (1 << 2)
#define PATH_MAX 1024
#define PIPE_BUF 512
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
struct flock {
  off_t l_start, l_len;
  pid_t l_pid;
  short l_type, l_whence;
};
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int close(int);
int dup(int);
int dup2(int, int);
int pipe(int[2]);
int fsync(int);
int flock(int, int);
int ftruncate(int, off_t);
int access(const char *, int);
int rename(const char *, const char *);
int renameat(int, const char *, int, const char *);
int renameatx_np(int, const char *, int, const char *, unsigned int);
int link(const char *, const char *);
int linkat(int, const char *, int, const char *, int);
int symlink(const char *, const char *);
int unlink(const char *);
int unlinkat(int, const char *, int);
int mkdir(const char *, mode_t);
int rmdir(const char *);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
mode_t umask(mode_t);
int mkstemp(char *);
char *mkdtemp(char *);
char *realpath(const char *, char *);
char *getcwd(char *, size_t);

// MARK: File status: stat.2

// Compared with xnu 5c2921b0 bsd/sys/stat.h.
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
  uint32_t st_flags, st_gen;
  int32_t st_lspare;
  int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);

// MARK: Folders: directory.3

// Compared with darwin/dirent.h and xnu 8d741a5d bsd/sys/dirent.h.
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct _telldir;
typedef struct {
  int __dd_fd;
  long __dd_loc, __dd_size;
  char *__dd_buf;
  int __dd_len;
  long __dd_seek, __padding;
  int __dd_flags;
  pthread_mutex_t __dd_lock;
  struct _telldir *__dd_td;
} DIR;
struct dirent {
  uint64_t d_ino, d_seekoff;
  uint16_t d_reclen, d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *);
DIR *fdopendir(int);
void rewinddir(DIR *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// MARK: Streams: stdio.3 fflush.3 fread.3 fputs.3

// Compared with darwin/_stdio.h.
typedef off_t fpos_t;
struct __sbuf {
  unsigned char *_base;
  int _size;
};
struct __sFILEX;
typedef struct __sFILE {
  unsigned char *_p;
  int _r, _w;
  short _flags, _file;
  struct __sbuf _bf;
  int _lbfsize;
  void *_cookie;
  int (*_Nullable _close)(void *);
  int (*_Nullable _read)(void *, char *, int);
  fpos_t (*_Nullable _seek)(void *, fpos_t, int);
  int (*_Nullable _write)(void *, const char *, int);
  struct __sbuf _ub;
  struct __sFILEX *_extra;
  int _ur;
  unsigned char _ubuf[3], _nbuf[1];
  struct __sbuf _lb;
  int _blksize;
  fpos_t _offset;
} FILE;
extern FILE *__stdinp __swift_nonisolated_unsafe;
extern FILE *__stdoutp __swift_nonisolated_unsafe;
extern FILE *__stderrp __swift_nonisolated_unsafe;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
#define EOF (-1)
FILE *fopen(const char *, const char *);
FILE *fdopen(int, const char *);
int fclose(FILE *);
int fflush(FILE *);
int fileno(FILE *);
int fputs(const char *, FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);

// MARK: Processes: getpid.2 getuid.2 getenv.3 exit.3 atexit.3 setrlimit.2 sysconf.3

// Compared with darwin/unistd.h, darwin/_stdlib.h, darwin/_abort.h and darwin/sys/resource.h.
typedef uint64_t rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
#define RLIMIT_CORE 4
#define RLIMIT_MEMLOCK 6
#define RLIMIT_NOFILE 8
#define _SC_NPROCESSORS_ONLN 58
#define _SC_PAGESIZE 29
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
char *getenv(const char *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
int atexit(void (*_Nonnull)(void));
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
long sysconf(int);

// MARK: Threads: pthread_create.3 pthread_detach.3 pthread_join.3 pthread_mutex_init.3 pthread_cond_init.3

// Compared with darwin/pthread.h, which declares pthread_create twice. Swift gets this one.
#pragma clang assume_nonnull begin
int pthread_create(pthread_t *, const pthread_attr_t *_Nullable, void *(*_Nonnull)(void *), void *_Nullable);
int pthread_detach(pthread_t);
int pthread_join(pthread_t, void *_Nullable *_Nullable) __swift_unavailable_from_async("It blocks the thread");
pthread_t pthread_self(void);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *) __swift_unavailable_from_async("It blocks the thread");
int pthread_mutex_unlock(pthread_mutex_t *) __swift_unavailable_from_async("It blocks the thread");
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *_Nullable);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *) __swift_unavailable_from_async("It blocks the thread");
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);
#pragma clang assume_nonnull end

// MARK: Signals: signal.3 sigsetops.3 kill.2 raise.3 sigwait.2

// Compared with darwin/sys/signal.h and macos/signal.h.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGKILL 9
#define SIGPIPE 13
#define SIG_BLOCK 1
#define SIGTERM 15
#define SIGXFSZ 25
#define SIGWINCH 28
typedef void (*sig_t)(int);
sig_t signal(int, sig_t);
int kill(pid_t, int);
int raise(int);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigwait(const sigset_t *, int *);

// MARK: Terminals: isatty.3 tcsetattr.3 tty.4 poll.2

// Compared with macos/sys/termios.h, macos/sys/ttycom.h, macos/sys/poll.h and darwin/unistd.h.
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios {
  tcflag_t c_iflag, c_oflag, c_cflag, c_lflag;
  cc_t c_cc[20];
  speed_t c_ispeed, c_ospeed;
};
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
struct pollfd {
  int fd;
  short events, revents;
};
#define ECHO 0x00000008
#define ECHONL 0x00000010
#define ICANON 0x00000100
#define TCSANOW 0
#define TCSAFLUSH 2
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020
int isatty(int);
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
int poll(struct pollfd *, nfds_t, int);

// MARK: Addresses: inet.3, inet6.4

// Compared with darwin/arpa/inet.h, darwin/sys/socket.h, macos/netinet/in.h and macos/netinet6/in6.h.
#define AF_INET 2
#define AF_INET6 30
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
typedef uint32_t socklen_t;
typedef struct in6_addr {
  union {
    uint8_t __u6_addr8[16];
    uint16_t __u6_addr16[8];
    uint32_t __u6_addr32[4];
  } __u6_addr;
} in6_addr_t;
int inet_pton(int, const char *, void *);
const char *inet_ntop(int, const void *, char *, socklen_t);

// MARK: What the kernel knows: sysctl.3, sys/sysctl.h, sys/proc.h

// Compared with xnu 5c2921b0 bsd/sys/sysctl.h, xnu 0f4c859e bsd/sys/proc.h, darwin/sys/proc.h, macos/sys/vm.h,
// darwin/sys/resource.h, darwin/sys/time.h, darwin/sys/param.h (MAXCOMLEN) and macos/sys/syslimits.h (NGROUPS).
#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800
struct itimerval {
  struct timeval it_interval, it_value;
};
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd,
      ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
struct vmspace {
  int32_t dummy;
  caddr_t dummy2;
  int32_t dummy3[5];
  caddr_t dummy4[3];
};
struct session;
struct pgrp;
struct proc;
struct extern_proc {
  union {
    struct {
      struct proc *__p_forw, *__p_back;
    } p_st1;
    struct timeval __p_starttime;
  } p_un;
  struct vmspace *p_vmspace;
  struct sigacts *p_sigacts;
  int p_flag;
  char p_stat;
  pid_t p_pid, p_oppid;
  int p_dupfd;
  caddr_t user_stack;
  void *exit_thread;
  int p_debugger;
  boolean_t sigwait;
  u_int p_estcpu;
  int p_cpticks;
  fixpt_t p_pctcpu;
  void *p_wchan;
  char *p_wmesg;
  u_int p_swtime, p_slptime;
  struct itimerval p_realtimer;
  struct timeval p_rtime;
  u_quad_t p_uticks, p_sticks, p_iticks;
  int p_traceflag;
  struct vnode *p_tracep;
  int p_siglist;
  struct vnode *p_textvp;
  int p_holdcnt;
  sigset_t p_sigmask, p_sigignore, p_sigcatch;
  u_char p_priority, p_usrpri;
  char p_nice;
  char p_comm[17];
  struct pgrp *p_pgrp;
  struct user *p_addr;
  u_short p_xstat, p_acflag;
  struct rusage *p_ru;
};
struct _pcred {
  char pc_lock[72];
  struct ucred *pc_ucred;
  uid_t p_ruid, p_svuid;
  gid_t p_rgid, p_svgid;
  int p_refcnt;
};
struct _ucred {
  int32_t cr_ref;
  uid_t cr_uid;
  short cr_ngroups;
  gid_t cr_groups[16];
};
struct kinfo_proc {
  struct extern_proc kp_proc;
  struct eproc {
    struct proc *e_paddr;
    struct session *e_sess;
    struct _pcred e_pcred;
    struct _ucred e_ucred;
    struct vmspace e_vm;
    pid_t e_ppid, e_pgid;
    short e_jobc;
    dev_t e_tdev;
    pid_t e_tpgid;
    struct session *e_tsess;
    char e_wmesg[8];
    segsz_t e_xsize;
    short e_xrssize, e_xccount, e_xswrss;
    int32_t e_flag;
    char e_login[12];
    int32_t e_spare[4];
  } kp_eproc;
};
int sysctl(int *, u_int, void *, size_t *, void *, size_t);

// MARK: Loaded symbols: dlsym.3

// Compared with dyld 031f1c6f include/dlfcn.h.
void *dlsym(void *, const char *);

// MARK: The system's name: uname.3

// Compared with macos/sys/utsname.h.
struct utsname {
  char sysname[256], nodename[256], release[256], version[256], machine[256];
};
int uname(struct utsname *);

// MARK: Errors: intro.2

// Compared with darwin/sys/errno.h.
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define ERANGE 34
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66
#define EDQUOT 69
