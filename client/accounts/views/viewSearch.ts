/** What a view keeps of a list's address: all but the page, in a fixed order, so that two can be compared. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}
