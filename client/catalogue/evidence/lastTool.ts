/** The tool that a member named last, in the browser for each user. Where storage is blocked, nothing is remembered. */
const keyOf = (userId: string | undefined) => `lastTool-${userId ?? ''}`;

export function lastTool(userId: string | undefined): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? '';
  } catch {
    return '';
  }
}

export function keepTool(userId: string | undefined, tool: string): void {
  try {
    localStorage.setItem(keyOf(userId), tool);
  } catch {
    // Not remembered.
  }
}
