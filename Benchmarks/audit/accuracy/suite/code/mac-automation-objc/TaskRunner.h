#import <Foundation/Foundation.h>

@interface TaskRunner : NSObject
- (void)launchTool:(NSString *)path;
- (void)runLine:(NSString *)line;
- (void)speak:(NSString *)text;
- (void)sleepDisplayAfter:(NSInteger)minutes;
@end
