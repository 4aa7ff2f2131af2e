#include "CDevice.h"

#include <sys/syscall.h>
#include <unistd.h>

int omamori_raw_process_identifier(void) { return (int)syscall(SYS_getpid); }
