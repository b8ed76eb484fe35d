interface Span {
  top: number;
  bottom: number;
}

/**
 * The top of the highest place of this height, from `top` on, that overlaps none of `taken`; `top` if there is none
 * above `end`. All in pixels.
 */
export function clearTop(taken: readonly Span[], { top, height, end }: { top: number; height: number; end: number }) {
  let place = top;
  for (const span of taken.toSorted((one, other) => one.top - other.top))
    if (span.top < place + height && span.bottom > place) place = span.bottom;
  return place + height <= end ? place : top;
}
