/** "SILCA: HD75 → HD109", or "SILCA: HD75 is wrong" if the right value is not known. */
export const changeLine = (label: string, before: string, after: string | null) =>
  after === null ? `${label}: ${before || '—'} is wrong` : `${label}: ${before || '—'} → ${after || '—'}`;
