import { changeLine } from './changeLine';

interface Said {
  comment: string;
  proposals: readonly { label: string; reported: string; proposed: string | null }[];
}

/** The proposals as lines, and the comment as far as it does not repeat them. */
export function saidIn({ comment, proposals }: Said): { lines: string[]; remark: string } {
  const lines = proposals.map(({ label, reported, proposed }) => changeLine(label, reported, proposed));
  const all = lines.join('\n');
  const text = comment.trim();
  if (text === all) return { lines, remark: '' };
  return { lines, remark: all && text.startsWith(`${all}\n`) ? text.slice(all.length + 1) : text };
}
