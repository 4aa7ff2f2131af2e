#pragma once
#include <stdint.h>

// The loader's list of images: dyld.3, mach-o/dyld.h

struct mach_header {
  uint32_t magic;
};
uint32_t _dyld_image_count(void);
const char *_dyld_get_image_name(uint32_t);
const struct mach_header *_dyld_get_image_header(uint32_t);
