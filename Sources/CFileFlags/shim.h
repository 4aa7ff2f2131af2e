#pragma once
#include <errno.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/xattr.h>

// The flags of an open file or folder (ioctl_iflags(2)): 0 and the flags, or an error number.
static inline int omamori_file_flags(int descriptor, unsigned int *flags) {
  int value = 0;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &value) != 0) return errno;
  *flags = (unsigned int)value;
  return 0;
}

// Sets the flags of an open file or folder: 0 or an error number.
static inline int omamori_set_file_flags(int descriptor, unsigned int flags) {
  int value = (int)flags;
  return ioctl(descriptor, FS_IOC_SETFLAGS, &value) == 0 ? 0 : errno;
}

// The flag that tells dump(8) and other programs to leave a file out.
static inline unsigned int omamori_nodump_flag(void) { return FS_NODUMP_FL; }

// Reads an extended attribute of at most `size` bytes: its length, or a negative error number.
static inline long omamori_file_attribute(int descriptor, const char *name, void *value, unsigned long size) {
  ssize_t count = fgetxattr(descriptor, name, value, size);
  return count >= 0 ? (long)count : -(long)errno;
}

// Sets an extended attribute: 0 or an error number.
static inline int omamori_set_file_attribute(int descriptor, const char *name, const void *value,
                                             unsigned long size) {
  return fsetxattr(descriptor, name, value, size, 0) == 0 ? 0 : errno;
}

// Removes an extended attribute: 0 or an error number.
static inline int omamori_remove_file_attribute(int descriptor, const char *name) {
  return fremovexattr(descriptor, name) == 0 ? 0 : errno;
}

// Writes the names of all extended attributes, each ended by a zero, into `size` bytes: their length, or a negative error
// number.
static inline long omamori_file_attribute_names(int descriptor, char *names, unsigned long size) {
  ssize_t count = flistxattr(descriptor, names, size);
  return count >= 0 ? (long)count : -(long)errno;
}
