import type { SystemStyleObject } from '@chakra-ui/react';

/** For the parent's one style (components/styled.ts): lists have many icons. */
export const makeIcons: SystemStyleObject = {
  '& [data-icon]': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSize: '40px',
    bg: 'subtle',
    borderRadius: 'sm',
    fontFamily: 'heading',
    fontWeight: 'semibold',
    fontSize: '17px',
    color: 'muted',
    overflow: 'hidden',
  },
  '& [data-icon]:empty::before': { content: 'attr(data-icon)' },
  // Unlike the letters, a picture in forced colours keeps its own ground.
  '& [data-icon] img': { boxSize: '40px', objectFit: 'contain' },
};

/** The first letters of two words, or of the only one. */
const initials = (name: string) => {
  const [first = '', second] = name.split(/[\s-]+/);
  return second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2);
};

interface Props {
  make: { displayName: string; iconUrl?: string | null };
}

/** The icon of a make, 40 × 40 pixels, or its first letters. Beside the name, so it has no text of its own. */
export const MakeIcon = ({ make: { displayName, iconUrl } }: Props) => (
  <span data-icon={initials(displayName)} aria-hidden="true" translate="no">
    {iconUrl && <img src={iconUrl} alt="" width={40} height={40} loading="lazy" decoding="async" />}
  </span>
);
