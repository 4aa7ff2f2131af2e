#import "DiagLog.h"
#include <stdio.h>
#include <syslog.h>

void DiagPrint(const char *text) {
  fprintf(stderr, text); // weak: format file
  fputs("\n", stderr);
}

void DiagLine(const char *tag, const char *text) {
  char buffer[256];
  snprintf(buffer, sizeof(buffer), "[%s] %s", tag, text); // safe: format
  fputs(buffer, stderr);
  syslog(LOG_DEBUG, "%s", buffer); // safe: format
}

NSString *DiagTitle(NSString *pattern, NSUInteger count) {
  CFStringRef title = CFStringCreateWithFormat(NULL, NULL, (__bridge CFStringRef)pattern, (unsigned long)count); // weak: format file
  return CFBridgingRelease(title);
}
