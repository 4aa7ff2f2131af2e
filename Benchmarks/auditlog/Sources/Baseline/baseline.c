#include "baseline.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

double baseline_append(int descriptor, size_t size, size_t count) {
  char *bytes = calloc(count, size);
  if (bytes == NULL) return -1;
  for (size_t index = 0; index < count * size; index++) bytes[index] = (char)(index * 31);
  double start = now();
  ssize_t written = write(descriptor, bytes, count * size);
  int failed = fdatasync(descriptor);
  double seconds = now() - start;
  free(bytes);
  return written == (ssize_t)(count * size) && failed == 0 ? seconds : -1;
}

double baseline_processor_time(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 +
         (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
}
