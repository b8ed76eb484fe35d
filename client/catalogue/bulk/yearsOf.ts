/** The years in a text such as "1994-1996, 2003", in ascending order; null if it cannot be read. */
export function yearsOf(text: string): number[] | null {
  const years = new Set<number>();
  const parts = text.replace(/\s*[–-]\s*/g, '-').split(/[,;\s]+/);
  for (const part of parts.filter(Boolean)) {
    const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(part) ?? [];
    if (!first || Number(last) < Number(first) || Number(last) - Number(first) > 100) return null;
    for (let year = Number(first); year <= Number(last); year += 1) years.add(year);
  }
  return years.size > 0 ? [...years].sort((one, other) => one - other) : null;
}
