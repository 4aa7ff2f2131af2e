#pragma once
// What the checks and the protections of a process need from the kernel and Swift cannot say.

#include "kernel.h"
