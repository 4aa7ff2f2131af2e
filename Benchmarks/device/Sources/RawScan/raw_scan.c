#define _GNU_SOURCE
#include "raw_scan.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static char text[1 << 20];

static long slurp(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  long size = 0, part;
  while (size < (long)sizeof text - 1 && (part = read(file, text + size, sizeof text - 1 - size)) > 0) size += part;
  close(file);
  text[size] = 0;
  return size;
}

int raw_tracer(void) {
  if (slurp("/proc/self/status") < 0) return -1;
  const char *line = strstr(text, "TracerPid:\t");
  return line == NULL ? -1 : atoi(line + 11);
}

static int changed_bytes(const char *path, unsigned long start, unsigned long end, unsigned long offset) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) return 0;
  unsigned long size = end - start;
  if (offset + size > (unsigned long)facts.st_size) size = facts.st_size - offset;
  void *stored = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, offset);
  close(file);
  if (stored == MAP_FAILED) return 0;
  int differs = memcmp(stored, (void *)start, size) != 0;
  munmap(stored, size);
  return differs;
}

static int changed_pages(int map, const char *path, unsigned long start, unsigned long end, unsigned long offset) {
  static uint64_t entries[1 << 13];
  int found = 0;
  for (unsigned long page = start / 4096; page < end / 4096;) {
    unsigned long count = end / 4096 - page;
    if (count > sizeof entries / 8) count = sizeof entries / 8;
    if (pread(map, entries, count * 8, page * 8) != (long)count * 8) return found;
    for (unsigned long index = 0; index < count; index++) {
      int is_there = entries[index] >> 63 & 1, is_file = entries[index] >> 61 & 1, is_swapped = entries[index] >> 62 & 1;
      unsigned long place = (page + index) * 4096;
      if ((is_there || is_swapped) && !is_file)
        found += changed_bytes(path, place, place + 4096, offset + place - start);
    }
    page += count;
  }
  return found;
}

static long code_size;

static int mappings(int all_bytes) {
  if (slurp("/proc/self/maps") < 0) return -1;
  int found = 0, map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  code_size = 0;
  for (char *line = text, *next; *line != 0; line = next) {
    next = strchrnul(line, '\n');
    if (*next != 0) *next++ = 0;
    unsigned long start, end, offset, inode;
    char access[5], path[512] = "";
    if (sscanf(line, "%lx-%lx %4s %lx %*s %lu %511[^\n]", &start, &end, access, &offset, &inode, path) < 5) continue;
    if (access[2] != 'x') continue;
    if (access[1] == 'w' || strstr(path, "memfd:") || strstr(path, "(deleted)") || strstr(path, "frida")) found++;
    if (path[0] != '/') continue;
    code_size += end - start;
    found += all_bytes ? changed_bytes(path, start, end, offset) : changed_pages(map, path, start, end, offset);
  }
  close(map);
  return found;
}

static int names(const char *folder, int are_links) {
  DIR *entries = opendir(folder);
  if (entries == NULL) return 0;
  int found = 0;
  for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
    char path[512];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, are_links ? "%s/%s" : "%s/%s/comm", folder, entry->d_name);
    long size = are_links ? readlink(path, text, 4096) : slurp(path);
    if (size < 0) continue;
    text[size] = 0;
    found += strstr(text, "frida") != NULL;
  }
  closedir(entries);
  return found;
}

static int scan(int all_bytes) {
  int found = raw_tracer() != 0;
  found += mappings(all_bytes);
  found += names("/proc/self/fd", 1) + names("/proc/self/task", 0);
  long size = slurp("/proc/self/environ");
  for (long place = 0; place < size; place += strlen(text + place) + 1)
    found += strncmp(text + place, "LD_PRELOAD=", 11) == 0 || strncmp(text + place, "LD_AUDIT=", 9) == 0;
  return found + (slurp("/etc/ld.so.preload") > 0);
}

int raw_scan(void) { return scan(0); }
int raw_scan_of_all_bytes(void) { return scan(1); }
long raw_code_size(void) { return code_size; }
