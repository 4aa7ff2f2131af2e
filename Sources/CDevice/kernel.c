#define _GNU_SOURCE
#include "kernel.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__x86_64__)
#define IS_DIRECT 1
static inline __attribute__((always_inline)) long call(long number, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined(__aarch64__)
#define IS_DIRECT 1
static inline __attribute__((always_inline)) long call(long number, long a, long b, long c, long d, long e, long f) {
  register long which __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(which), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
}
#else
#define IS_DIRECT 0
static long call(long number, long a, long b, long c, long d, long e, long f) {
  long result = syscall(number, a, b, c, d, e, f);
  return result < 0 ? -errno : result;
}
#endif

int omamori_kernel_is_direct(void) { return IS_DIRECT; }

int omamori_kernel_open(const char *path, int is_folder) {
  long flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (is_folder ? O_DIRECTORY : 0);
  return (int)call(SYS_openat, AT_FDCWD, (long)path, flags, 0, 0, 0);
}

int omamori_kernel_close(int descriptor) { return (int)call(SYS_close, descriptor, 0, 0, 0, 0, 0); }

long omamori_kernel_read(int descriptor, void *bytes, size_t size) {
  return call(SYS_read, descriptor, (long)bytes, (long)size, 0, 0, 0);
}

long omamori_kernel_read_at(int descriptor, void *bytes, size_t size, uint64_t offset) {
  return call(SYS_pread64, descriptor, (long)bytes, (long)size, (long)offset, 0, 0);
}

long omamori_kernel_read_link(const char *path, char *bytes, size_t size) {
  return call(SYS_readlinkat, AT_FDCWD, (long)path, (long)bytes, (long)size, 0, 0);
}

long omamori_kernel_list(int descriptor, void *bytes, size_t size) {
  return call(SYS_getdents64, descriptor, (long)bytes, (long)size, 0, 0, 0);
}

int omamori_kernel_describe(int descriptor, omamori_kernel_file *file) {
  struct stat found;
  long result = call(SYS_fstat, descriptor, (long)&found, 0, 0, 0, 0);
  if (result < 0) return (int)result;
  *file = (omamori_kernel_file){.device = found.st_dev, .inode = found.st_ino, .size = (uint64_t)found.st_size};
  return S_ISREG(found.st_mode) ? 0 : -EINVAL;
}

long omamori_kernel_copy_memory(int process, uint64_t address, void *bytes, size_t size) {
  struct iovec here = {bytes, size};
  struct iovec there = {(void *)(uintptr_t)address, size};
  return call(SYS_process_vm_readv, process, (long)&here, 1, (long)&there, 1, 0);
}

int omamori_kernel_process(void) { return (int)call(SYS_getpid, 0, 0, 0, 0, 0, 0); }

long omamori_kernel_page_size(void) {
  unsigned long size = getauxval(AT_PAGESZ);
  return size == 0 ? 4096 : (long)size;
}

#else
int omamori_kernel_is_direct(void) { return 0; }
int omamori_kernel_open(const char *path, int is_folder) { return -1; }
int omamori_kernel_close(int descriptor) { return -1; }
long omamori_kernel_read(int descriptor, void *bytes, size_t size) { return -1; }
long omamori_kernel_read_at(int descriptor, void *bytes, size_t size, uint64_t offset) { return -1; }
long omamori_kernel_read_link(const char *path, char *bytes, size_t size) { return -1; }
long omamori_kernel_list(int descriptor, void *bytes, size_t size) { return -1; }
int omamori_kernel_describe(int descriptor, omamori_kernel_file *file) { return -1; }
long omamori_kernel_copy_memory(int process, uint64_t address, void *bytes, size_t size) { return -1; }
int omamori_kernel_process(void) { return -1; }
long omamori_kernel_page_size(void) { return 16384; }
#endif

int omamori_runs_on_valgrind(void) {
  // RUNNING_ON_VALGRIND of valgrind.h: rotations that add up to nothing, then an exchange of a register with itself.
  volatile uint64_t question[6] = {0x1001, 0, 0, 0, 0, 0};
#if defined(__x86_64__)
  volatile uint64_t answer;
  __asm__ volatile(
      "rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
      : "=d"(answer)
      : "a"(&question[0]), "0"((uint64_t)0)
      : "cc", "memory");
  return answer != 0;
#elif defined(__aarch64__)
  register uint64_t answer __asm__("x3") = 0;
  register volatile uint64_t *place __asm__("x4") = &question[0];
  __asm__ volatile(
      "ror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\tror x12, x12, #61\n\torr x10, x10, x10"
      : "+r"(answer)
      : "r"(place)
      : "cc", "memory", "x12");
  return answer != 0;
#else
  return (int)(question[1]);
#endif
}

#if defined(__x86_64__)
#include <cpuid.h>

int omamori_hypervisor(char name[12]) {
  unsigned a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0) return -1;
  if ((c & (1u << 31)) == 0) return 0;
  __cpuid(0x40000000, a, b, c, d);
  const unsigned parts[3] = {b, c, d};
  for (int index = 0; index < 12; index++) name[index] = (char)(parts[index / 4] >> (8 * (index % 4)));
  return 1;
}
#else
int omamori_hypervisor(char name[12]) { return -1; }
#endif
