#pragma once
// What a process asks of the kernel to make itself harder to change and to read. Each function gives 0, or a positive
// error number; those that answer a question give 1 for yes, 0 for no and a negative error number.

/// Whether the kernel refuses memory that is writable and executable (PR_SET_MDWE, Linux 6.3).
int omamori_hardening_denies_write_execute(void);
/// Has the kernel refuse it from now on, for this process and those that it starts; cannot be undone.
int omamori_hardening_deny_write_execute(void);

/// Whether writable memory cannot be made executable, whatever the reason; found out by trying.
int omamori_hardening_writable_code_is_refused(void);
/// Whether the kernel has filters of system calls.
int omamori_hardening_has_filters(void);
/// Installs a filter of system calls in every thread that refuses such memory; cannot be undone.
int omamori_hardening_filter_write_execute(void);

/// Whether other processes of the user are kept from the memory of this one.
int omamori_hardening_is_hidden(void);
/// Keeps them from it.
int omamori_hardening_hide(void);

/// Whether core files are limited to nothing, for good.
int omamori_hardening_has_no_core(void);
/// Limits them so.
int omamori_hardening_forbid_core(void);

/// A descriptor of memory that the kernel itself cannot read (memfd_secret, Linux 5.14), or a negative error number.
int omamori_hardening_secret_memory(void);
