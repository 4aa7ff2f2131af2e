// see SyntaxTree
