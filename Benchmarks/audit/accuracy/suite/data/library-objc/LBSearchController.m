#import "LBShelf.h"
#import <UIKit/UIKit.h>

@interface LBSearchController : UIViewController <UISearchBarDelegate>
@property (nonatomic, strong) LBShelf *shelf;
@property (nonatomic, strong) NSMetadataQuery *documents;
@property (nonatomic, copy) NSArray *loans;
@property (nonatomic, strong) RLMResults<LBBook *> *results;
@end

@implementation LBSearchController

- (void)searchBarSearchButtonClicked:(UISearchBar *)searchBar {
  NSString *text = searchBar.text;
  self.results = [self.shelf booksByAuthor:text];
  if (self.results.count == 0) {
    self.results = [self.shelf booksTitled:text];
  }
  self.loans = [self.shelf loans:self.loans ofReader:text];
  [self.documents stopQuery];
  NSString *format = [@"kMDItemFSName LIKE '*" stringByAppendingFormat:@"%@*'", text];
  self.documents.predicate = [NSPredicate predicateWithFormat:format]; // weak: predicate direct
  [self.documents startQuery];
}

- (void)searchBar:(UISearchBar *)searchBar selectedScopeButtonIndexDidChange:(NSInteger)selectedScope {
  NSString *pattern = [searchBar.text stringByAppendingString:@"*"];
  self.results = [self.shelf booksSince:searchBar.text.integerValue];
  self.documents.predicate = [NSPredicate predicateWithFormat:@"%K LIKE[c] %@", NSMetadataItemFSNameKey, pattern]; // safe: predicate
}

- (void)refreshFromURL:(NSURL *)url {
  [[NSURLSession.sharedSession dataTaskWithURL:url completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
    NSDictionary *answer = data ? [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL] : nil;
    self.loans = [self.shelf loans:self.loans matching:answer[@"overdueRule"]];
    [self showFee:answer[@"feeFormula"] days:[answer[@"days"] integerValue]];
  }] resume];
}

- (void)showFee:(NSString *)formula days:(NSInteger)days {
  NSExpression *fee = [NSExpression expressionWithFormat:formula]; // weak: predicate helper
  NSNumber *value = [fee expressionValueWithObject:@{@"days": @(days)} context:nil];
  NSExpression *total = [NSExpression expressionWithFormat:@"%@ * %ld", value, (long)days]; // safe: predicate
  self.title = [[total expressionValueWithObject:nil context:nil] stringValue];
}

@end
