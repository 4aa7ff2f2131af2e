#pragma once
// Calls of the kernel without the C library in between, which a preloaded library or a hook could make lie.
// Results below zero are error numbers with their sign turned.

#include <stddef.h>
#include <stdint.h>

/// Whether the calls go straight to the kernel on this processor; 0 when they go through `syscall` of the C library.
int omamori_kernel_is_direct(void);

/// Opens a file for reading only, and not for programs that are started later.
int omamori_kernel_open(const char *path, int is_folder);
int omamori_kernel_close(int descriptor);

/// Reads at most `size` bytes, from the file's position or from `offset`.
long omamori_kernel_read(int descriptor, void *bytes, size_t size);
long omamori_kernel_read_at(int descriptor, void *bytes, size_t size, uint64_t offset);

/// Where a symbolic link leads; not terminated.
long omamori_kernel_read_link(const char *path, char *bytes, size_t size);

/// Entries of a folder as getdents64 writes them.
long omamori_kernel_list(int descriptor, void *bytes, size_t size);

/// What tells a file from others.
typedef struct omamori_kernel_file {
  uint64_t device;
  uint64_t inode;
  uint64_t size;
} omamori_kernel_file;
int omamori_kernel_describe(int descriptor, omamori_kernel_file *file);

/// Copies memory of a process, also of the calling one; an address that is not mapped is an error, never a crash.
long omamori_kernel_copy_memory(int process, uint64_t address, void *bytes, size_t size);

/// The number of the calling process.
int omamori_kernel_process(void);

/// The greatest size of a page on this system.
long omamori_kernel_page_size(void);

/// Whether valgrind runs the program: its own question to itself, which means nothing to a processor.
int omamori_runs_on_valgrind(void);

/// Twelve bytes with the name of the hypervisor; 1 when there is one, 0 when not, -1 when the processor does not say.
int omamori_hypervisor(char name[12]);
