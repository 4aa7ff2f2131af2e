#include "CTPM.h"
