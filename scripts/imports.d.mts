export function wrongImports(files: readonly string[], read: (path: string) => string): string[];
