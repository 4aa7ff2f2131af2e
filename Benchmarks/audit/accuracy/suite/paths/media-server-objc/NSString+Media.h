#import <Foundation/Foundation.h>

@interface NSString (Media)

- (NSString *)media_pathInFolder:(NSString *)folder;
- (NSString *)media_checkedPathInFolder:(NSString *)folder;

@end
