/** "SILCA: HD75 → HD109" */
export const changeLine = (label: string, before: string, after: string) =>
  `${label}: ${before || '—'} → ${after || '—'}`;
