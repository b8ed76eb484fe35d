import { chakra } from '@chakra-ui/react';
import { ArrowRight } from 'lucide-react';
import { formatCount } from '../../components/text/counts';

interface Change {
  label: string;
  before: string;
  after: string;
}

const List = chakra('dl', {
  base: {
    maxW: '48rem',
    '& > div': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 1.25rem minmax(0, 1fr)',
      columnGap: 2,
      alignItems: 'start',
      py: 1,
      md: { gridTemplateColumns: '9rem minmax(0, 1fr) 1.25rem minmax(0, 1fr)' },
    },
    '& dt': { color: 'muted', gridColumn: { base: '1 / -1', md: 'auto' } },
    '& dd': { fontFamily: 'mono', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', minW: 0 },
    '& svg': { color: 'muted', mt: 0.5 },
    '&[data-created] > div': {
      gridTemplateColumns: '7rem minmax(0, 1fr)',
      md: { gridTemplateColumns: '9rem minmax(0, 1fr)' },
    },
    '&[data-created] dt': { gridColumn: 'auto' },
    '& + details > summary': {
      display: 'flex',
      alignItems: 'center',
      minH: 'control',
      color: 'accent',
      cursor: 'pointer',
    },
  },
});

const Lines = ({ changes, created }: { changes: readonly Change[]; created?: boolean | undefined }) => (
  <List data-created={created ? '' : undefined}>
    {changes.map(({ label, before, after }) => (
      <div key={label}>
        <dt>{label}</dt>
        {!created && (
          <>
            <dd translate="no">{before || '—'}</dd>
            <dd>
              <ArrowRight size={16} role="img" aria-label="became" />
            </dd>
          </>
        )}
        <dd translate="no">{after || '—'}</dd>
      </div>
    ))}
  </List>
);

/** Further lines are collapsed: a new model has changed in every field. */
const AT_ONCE = 4;

/** Old and new value of each field; a `created` record has no old values. */
export function ChangeLines({ changes, created }: { changes: readonly Change[]; created?: boolean | undefined }) {
  const more = changes.slice(AT_ONCE);
  return (
    <>
      <Lines changes={more.length > 1 ? changes.slice(0, AT_ONCE) : changes} created={created} />
      {more.length > 1 && (
        <details>
          <summary>{formatCount(more.length)} more fields</summary>
          <Lines changes={more} created={created} />
        </details>
      )}
    </>
  );
}
