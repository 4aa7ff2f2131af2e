#import <Foundation/Foundation.h>

typedef NS_ENUM(NSInteger, DocumentKind) { DocumentKindInvoice, DocumentKindReceipt };

@interface DocumentStore : NSObject

@property (nonatomic, copy, readonly) NSString *folder;

- (BOOL)saveData:(NSData *)data named:(NSString *)name;
- (BOOL)saveIndex:(NSDictionary *)index kind:(DocumentKind)kind;
- (NSData *)dataNamed:(NSString *)name;
- (void)purge:(NSString *)name;
- (void)archive:(id<NSSecureCoding>)object named:(NSString *)name;

@end
