/** Marks omitted pages. */
type Slot = number | 'before' | 'after';

/**
 * The numbered buttons: at most `max`, the first and the last page among them (docs/look.md, "Lists"), the others around
 * the current one; an ellipsis where pages are left out.
 */
export function pageNumbers({ page, pages, max }: { page: number; pages: number; max: number }): Slot[] {
  if (pages <= max) return Array.from({ length: pages }, (_, index) => index + 1);
  const inner = max - 2;
  const start = Math.min(Math.max(page - Math.floor((inner - 1) / 2), 2), pages - inner);
  const numbers = Array.from({ length: inner }, (_, index) => start + index);
  return [
    1,
    ...(start > 2 ? (['before'] as const) : []),
    ...numbers,
    ...(start + inner < pages ? (['after'] as const) : []),
    pages,
  ];
}
