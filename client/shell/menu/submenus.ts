/** The prefix of a make's submenu id. */
export const MAKE = 'make:';

export const EXPORT = 'export';

/**
 * The open submenus after a press (docs/look.md, "Menus"): opening a submenu other than a make's closes the other open
 * ones; makes stay open beside each other.
 */
export function pressed(open: ReadonlySet<string>, id: string): Set<string> {
  if (open.has(id)) return new Set([...open].filter((other) => other !== id));
  return id.startsWith(MAKE) ? new Set([...open, id]) : new Set([id]);
}
