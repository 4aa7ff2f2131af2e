#pragma once
#include <stdint.h>

// The loader's list of images: dyld.3, mach-o/dyld.h

// Compared with dyld 031f1c6f include/mach-o/dyld.h and darwin/mach-o/loader.h, which Darwin.h tells where to find.
struct mach_header {
  uint32_t magic;
  int32_t cputype, cpusubtype;
  uint32_t filetype, ncmds, sizeofcmds, flags;
};
uint32_t _dyld_image_count(void);
const char *_dyld_get_image_name(uint32_t);
const struct mach_header *_dyld_get_image_header(uint32_t);
