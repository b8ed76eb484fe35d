export function wrongMigrations(sources: Record<string, string>, changelog: string): string[];
