#import <Foundation/Foundation.h>

void DiagPrint(const char *text);
void DiagLine(const char *tag, const char *text);
NSString *DiagTitle(NSString *pattern, NSUInteger count);
