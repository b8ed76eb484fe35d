import type { KeyDataFragment } from '../../graphql/generated/catalogue';

/** The keys that a customer has: the first question at the telephone. */
export const KEYS_LEFT = ['No key left', 'One key', 'Two or more'] as const;

export const BEFORE_YOU_DRIVE = 'Before you drive';
export const NOT_KNOWN = 'Not known';

/** What can be done, and the field that says so. */
export interface Prospect {
  keys: (typeof KEYS_LEFT)[number];
  field: 'WITH_KEY' | 'WITHOUT_KEY';
  sentence: string;
}

const WITHOUT: Record<string, string> = {
  'register at the bike': 'A key can be registered at the bike',
  'read the unit on the bench': 'The unit must be read on the bench',
  'replace the unit': 'The unit must be replaced',
  dealer: 'Only the dealer can make a key',
};
const WITH: Record<string, string> = {
  clone: 'The key can be cloned',
  'register at the bike': 'Another key can be registered at the bike',
  dealer: 'Only the dealer can add a key',
};
/** What differs from the sentence for one key. */
const WITH_SEVERAL: Record<string, string> = { ...WITH, clone: 'Each of the keys can be cloned' };

/** One sentence for each number of keys. What is not recorded is not known, and never possible (docs/look.md, "Sheet"). */
export function beforeYouDrive({
  withKey,
  withoutKey,
  needs,
  mostKeys,
  market,
}: Pick<KeyDataFragment, 'withKey' | 'withoutKey' | 'needs' | 'mostKeys' | 'market'>): Prospect[] {
  const sentence = (way: string | undefined, most: string) =>
    way
      ? `${[way, most && `at most ${most} in all`].filter(Boolean).join(', ')}${needs && `; needed: ${needs}`}${market && `; market: ${market}`}.`
      : `${NOT_KNOWN}.`;
  return [
    { keys: 'No key left', field: 'WITHOUT_KEY', sentence: sentence(WITHOUT[withoutKey], '') },
    { keys: 'One key', field: 'WITH_KEY', sentence: sentence(WITH[withKey], '') },
    {
      keys: 'Two or more',
      field: 'WITH_KEY',
      // To the bike, a clone and its original are one key.
      sentence: sentence(WITH_SEVERAL[withKey], withKey === 'clone' ? '' : mostKeys),
    },
  ];
}

export const warningOf = ({ warning }: Pick<KeyDataFragment, 'warning'>) => warning;
