// Opens the TSS's libraries at run time.

#define _GNU_SOURCE
#include "library.h"

#if OMTPM_HAS_TSS
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/// Keeps the TSS from writing to standard error, unless the user said what it shall write.
///
/// The TSS reads this variable when it logs for the first time and offers no other way. Changing the environment is
/// not safe next to other threads, hence a constructor: it runs while the program is loaded, before `main` and, as long
/// as nobody loads this code at run time, before there is a second thread.
__attribute__((constructor)) static void omtpm_silence(void) { setenv("TSS2_LOG", "all+none", 0); }

/// Finds a function; ISO C has no conversion from `void *`, so the bytes are stored through the member's address.
static bool find(void *handle, const char *name, void *member) {
  void *symbol = dlsym(handle, name);
  if (symbol == NULL) return false;
  *(void **)member = symbol;
  return true;
}

static bool load(struct omtpm_library *library, const char *esys, const char *mu, const char *tctildr) {
  void *handle;
#define OMTPM_FIND(name) \
  if (!find(handle, #name, &library->name)) return false;
  // The libraries are never closed: code of theirs may still be registered to run at the end of the process.
  if ((handle = dlopen(esys, RTLD_NOW | RTLD_LOCAL)) == NULL) return false;
  OMTPM_ESYS_FUNCTIONS(OMTPM_FIND)
  if ((handle = dlopen(mu, RTLD_NOW | RTLD_LOCAL)) == NULL) return false;
  OMTPM_MU_FUNCTIONS(OMTPM_FIND)
  if ((handle = dlopen(tctildr, RTLD_NOW | RTLD_LOCAL)) == NULL) return false;
  OMTPM_LOADER_FUNCTIONS(OMTPM_FIND)
#undef OMTPM_FIND
  return true;
}

const omtpm_library *omtpm_library_open(const char *esys, const char *mu, const char *tctildr) {
  struct omtpm_library *library = calloc(1, sizeof *library);
  if (library == NULL) return NULL;
  if (load(library, esys, mu, tctildr)) return library;
  free(library);
  return NULL;
}

static const omtpm_library *standard;

static void open_standard(void) {
  standard = omtpm_library_open("libtss2-esys.so.0", "libtss2-mu.so.0", "libtss2-tctildr.so.0");
}

const omtpm_library *omtpm_library_standard(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_standard);
  return standard;
}
#endif
