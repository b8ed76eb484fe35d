import { formatDay } from '../../components/text/date';

export interface Check {
  /** Empty for visitors, who are not told. */
  checkedBy: string;
  checkedAt: string | null;
}

export const NO_CHECK: Check = { checkedBy: '', checkedAt: null };
const NOT_CHECKED = 'Not checked yet';

/** For example `Checked by anna on Nov 3, 2026`. */
export const checkText = ({ checkedBy, checkedAt }: Check): string =>
  checkedAt ? `Checked ${checkedBy && `by ${checkedBy} `}on ${formatDay(checkedAt)}` : NOT_CHECKED;

interface Evidence extends Check {
  source: string;
  keySystem: (Check & { name: string; source: string }) | null;
}

/** Where the values of a sheet come from, and who has checked them; those of its key system have a line of their own. */
export function evidenceLines({ source, keySystem, ...check }: Evidence): string[] {
  const own = [...(source ? [`Source: ${source}`] : []), checkText(check)].join(' · ');
  if (!keySystem) return [own];
  const from = keySystem.source ? `${keySystem.name} (${keySystem.source})` : keySystem.name;
  const text = checkText(keySystem);
  return [own, `Measures: from ${from}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`];
}
