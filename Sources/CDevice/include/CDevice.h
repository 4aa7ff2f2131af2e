#pragma once
// What the checks of the device need from the kernel, without the C library in between where it could be lied to.

/// The process's own number, asked of the kernel itself.
int omamori_raw_process_identifier(void);
