#pragma once
#include <libintl.h>
#include <security/pam_appl.h>
