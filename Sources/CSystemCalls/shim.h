#pragma once
#include <string.h>
#include <sys/eventfd.h>

// An event counter that does not block and is not inherited; negative when there are no descriptors left.
static inline int omamori_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Overwrites the part of the stack that functions called before have used. Here because Swift has no arrays on the stack.
static inline __attribute__((noinline)) void omamori_wipe_stack(void) {
  unsigned char used[1 << 16];
  explicit_bzero(used, sizeof used);
}
