#ifndef RECORD_BASELINE_H
#define RECORD_BASELINE_H

#include <stddef.h>

/// Opens a record of this size with AES-256-GCM and hashes it with SHA-256, so many times, each with another key, on
/// contexts that are set up once. Gives the seconds of processor time, or a negative number when OpenSSL fails.
double record_baseline(size_t size, size_t count);

/// The seconds of processor time that this process has used.
double record_processor_time(void);

#endif
