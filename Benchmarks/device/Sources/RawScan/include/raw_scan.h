#ifndef RAW_SCAN_H
#define RAW_SCAN_H

/// The number of the tracer of this process, as a C program would ask.
int raw_tracer(void);

/// The scan of this process as a C program would write it: code by the page map, and what is mapped, opened, started
/// and told by the environment. The number of findings.
int raw_scan(void);

/// The same, with every byte of code compared in place of the pages that changed.
int raw_scan_of_all_bytes(void);

/// The bytes of code that are mapped.
long raw_code_size(void);

#endif
