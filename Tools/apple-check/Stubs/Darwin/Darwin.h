// The part of Apple's C library that this package calls, for type-checking only.
//
// Types and constants are those of arm64 on Apple systems. Each group names its manual pages, which are at
// https://keith.github.io/xcode-man-pages/ as <page>.html (for example mmap.2.html). Apple's headers carry
// no nullability here, so Swift sees implicitly unwrapped pointers, as it does on a Mac.
// Macros and variadic functions that Swift cannot import are in Darwin.swift.
#pragma once

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Types

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

// MARK: Memory: mmap.2 munmap.2 mprotect.2 mlock.2 madvise.2 minherit.2 getpagesize.3

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
#define VM_INHERIT_SHARE 0
#define VM_INHERIT_COPY 1
#define VM_INHERIT_NONE 2
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int mprotect(void *, size_t, int);
int mlock(const void *, size_t);
int munlock(const void *, size_t);
int madvise(void *, size_t, int);
int minherit(void *, size_t, int);
int getpagesize(void) __attribute__((const));

// MARK: Bytes: memcmp.3 memcpy.3 memset.3 memset_s.3 timingsafe_bcmp.3 strlen.3 strerror.3

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

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);

// MARK: Randomness: getentropy.2 arc4random.3

int getentropy(void *, size_t);
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t);
void arc4random_buf(void *, size_t);

// MARK: Time: clock_gettime.3 time.3 nanosleep.2 usleep.3 gettimeofday.2 localtime.3

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

#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
typedef struct {
  int __dd_fd;
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

typedef struct __sFILE {
  unsigned char *_p;
} FILE;
extern FILE *__stdinp;
extern FILE *__stdoutp;
extern FILE *__stderrp;
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
int atexit(void (*)(void));
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
long sysconf(int);

// MARK: Threads: pthread_create.3 pthread_detach.3 pthread_join.3 pthread_mutex_init.3 pthread_cond_init.3

typedef struct _opaque_pthread_t {
  long __sig;
  struct __darwin_pthread_handler_rec *__cleanup_stack;
  char __opaque[8176];
} *pthread_t;
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_attr_t;
int pthread_create(
    pthread_t _Nullable *_Nonnull, const pthread_attr_t *_Nullable,
    void *_Nullable (*_Nonnull)(void *_Nonnull), void *_Nullable);
int pthread_detach(pthread_t _Nonnull);
int pthread_join(pthread_t _Nonnull, void *_Nullable *_Nullable);
pthread_t _Nonnull pthread_self(void);
typedef struct {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t;
typedef struct {
  long __sig;
  char __opaque[40];
} pthread_cond_t;
typedef struct {
  long __sig;
  char __opaque[8];
} pthread_condattr_t;
int pthread_mutex_init(pthread_mutex_t *_Nonnull, const pthread_mutexattr_t *_Nullable);
int pthread_mutex_destroy(pthread_mutex_t *_Nonnull);
int pthread_mutex_lock(pthread_mutex_t *_Nonnull);
int pthread_mutex_unlock(pthread_mutex_t *_Nonnull);
int pthread_cond_init(pthread_cond_t *_Nonnull, const pthread_condattr_t *_Nullable);
int pthread_cond_destroy(pthread_cond_t *_Nonnull);
int pthread_cond_wait(pthread_cond_t *_Nonnull, pthread_mutex_t *_Nonnull);
int pthread_cond_signal(pthread_cond_t *_Nonnull);
int pthread_cond_broadcast(pthread_cond_t *_Nonnull);
int pthread_sigmask(int, const sigset_t *_Nullable, sigset_t *_Nullable);

// MARK: Signals: signal.3 sigaction.2 kill.2 raise.3

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
int sigwait(const sigset_t *, int *);

// MARK: Terminals: isatty.3 tcsetattr.3 tty.4 poll.2

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

#define AF_INET 2
#define AF_INET6 30
#define INET_ADDRSTRLEN 16
#define INET6_ADDRSTRLEN 46
typedef uint32_t socklen_t;
struct in6_addr {
  union {
    uint8_t __u6_addr8[16];
    uint16_t __u6_addr16[8];
    uint32_t __u6_addr32[4];
  } __u6_addr;
};
int inet_pton(int, const char *, void *);
const char *inet_ntop(int, const void *, char *, socklen_t);

// MARK: What the kernel knows: sysctl.3, sys/sysctl.h, sys/proc.h

#define CTL_KERN 1
#define KERN_PROC 14
#define KERN_PROC_PID 1
#define P_TRACED 0x00000800
struct extern_proc {
  int p_flag;
  char p_stat;
  pid_t p_pid;
};
struct kinfo_proc {
  struct extern_proc kp_proc;
};
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);

// MARK: Loaded symbols: dlsym.3

void *dlsym(void *, const char *);

// MARK: The system's name: uname.3

struct utsname {
  char sysname[256], nodename[256], release[256], version[256], machine[256];
};
int uname(struct utsname *);

// MARK: Errors: intro.2

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
