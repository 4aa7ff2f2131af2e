#import <Foundation/Foundation.h>

extern NSString *const OrchardHelpPattern;
extern NSString *const OrchardGuidePattern;

@interface LinkPolicy : NSObject
- (BOOL)opensInside:(NSURL *)url;
- (BOOL)carriesSession:(NSURL *)url;
- (BOOL)address:(NSString *)address fits:(NSString *)pattern;
@end
