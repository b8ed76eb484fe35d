import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../components/text/counts';
import type { ImportVerdict } from '../../../graphql/generated/imports';

const Tabs = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(6.25rem, 1fr))',
    bg: 'panel',
    borderWidth: '1px',
    borderTopRadius: 'sm',
    overflow: 'hidden',
    '& > li': { borderRightWidth: '1px', borderBottomWidth: '1px', mr: '-1px', mb: '-1px' },
    '& > li > *': {
      display: 'flex',
      flexDirection: 'column',
      px: 3,
      py: 2,
      h: 'full',
      color: 'muted',
      outlineOffset: '-3px!',
    },
    '& a': { color: 'accent', borderBottomWidth: '3px', borderColor: 'transparent' },
    '& a:hover': { bg: 'subtle' },
    '& a[aria-current]': { bg: 'subtle', borderColor: 'accent', fontWeight: 'bold' },
    '& b': { fontFamily: 'mono', fontSize: 'lg', lineHeight: 'snug', fontWeight: 'bold' },
  },
});

interface Props {
  tabs: readonly { verdict: ImportVerdict; label: string; count: number }[];
  current: ImportVerdict | undefined;
  /** The search of the URL that shows the rows of a verdict. */
  searchOf: (verdict: ImportVerdict) => URLSearchParams;
}

/** The number of rows per verdict; a click shows the rows. */
export const VerdictTabs = ({ tabs, current, searchOf }: Props) => (
  <nav aria-label="Rows by result">
    <Tabs>
      {tabs.map(({ verdict, label, count }) => {
        const content = (
          <>
            <b>{formatCount(count)}</b>
            {label}
          </>
        );
        return (
          <li key={verdict}>
            {count > 0 ? (
              <Link
                to={{ search: `?${searchOf(verdict)}` }}
                preventScrollReset
                aria-current={verdict === current ? 'true' : undefined}
              >
                {content}
              </Link>
            ) : (
              <span>{content}</span>
            )}
          </li>
        );
      })}
    </Tabs>
  </nav>
);
