#pragma once
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

// An event counter that does not block and is not inherited; negative when there are no descriptors left.
static inline int omamori_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Renames a file within a folder, or fails when the new name is taken; 0 or -1. Here because the C library's declaration is
// only visible with _GNU_SOURCE. The last argument is RENAME_NOREPLACE.
static inline int omamori_rename_new(int folder, const char *name, const char *new_name) {
  return (int)syscall(SYS_renameat2, folder, name, folder, new_name, 1u);
}

// Overwrites the part of the stack that functions called before have used. Here because Swift has no arrays on the stack.
static inline __attribute__((noinline)) void omamori_wipe_stack(void) {
  unsigned char used[1 << 16];
  explicit_bzero(used, sizeof used);
}
