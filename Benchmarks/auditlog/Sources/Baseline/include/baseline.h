#pragma once
#include <stddef.h>

// Appends `count` times `size` bytes with one write and waits for the disk; the seconds it took, negative when it failed.
double baseline_append(int descriptor, size_t size, size_t count);

// The seconds of processor time that this process has used.
double baseline_processor_time(void);
