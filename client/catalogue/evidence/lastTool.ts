import { OF_USER } from '../../session';

const KEY = `${OF_USER}lastTool`;

/** The tool that the user named last, on this device until they sign out. Where storage is blocked, nothing is remembered. */
export function lastTool(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function keepTool(tool: string): void {
  try {
    localStorage.setItem(KEY, tool);
  } catch {
    // Not remembered.
  }
}
