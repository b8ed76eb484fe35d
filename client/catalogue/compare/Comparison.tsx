import { Box, Skeleton, Text } from '@chakra-ui/react';
import { Equal, EqualNot } from 'lucide-react';
import { Fragment } from 'react';
import { useNavigate } from 'react-router-dom';
import { Select } from '../../components/form/Select';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import { styled } from '../../components/styled';
import { useNarrow } from '../../components/useNarrow';
import { ModelDocument, type ModelSheetFragment } from '../../graphql/generated/catalogue';
import { retryOf, serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { type LookupPlace, lookupPath } from '../../paths';
import { KeyDrawing } from '../drawing/KeyDrawing';
import { keyTitle, type MarkedYear } from '../years/yearMarks';
import { compareKeyData, shortNames, type Verdict } from './differences';

const Table = styled('table', {
  w: 'full',
  tableLayout: 'fixed',
  bg: 'panel',
  borderWidth: '1px',
  '& :is(th, td)': {
    px: { base: 2, sm: 3 },
    py: 1.5,
    textAlign: 'start',
    verticalAlign: 'top',
    borderTopWidth: '1px',
  },
  '& thead :is(th, td)': { fontFamily: 'heading', fontSize: 'lg', borderTopWidth: 0, bg: 'subtle' },
  // The names stay visible while the table is scrolled.
  '& thead': { position: 'sticky', top: { base: 'bar', lg: '-1px' }, zIndex: 1 },
  '& thead td': { w: '9rem' },
  '& tbody th[scope=rowgroup]': { fontFamily: 'heading', fontSize: 'md', bg: 'subtle' },
  '& tbody th[scope=row]': { fontSize: 'xs', color: 'muted', fontWeight: 'normal' },
  '& td': { textStyle: 'measure', borderLeftWidth: '1px', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  '& tr:not([data-verdict=same]) > td': { fontWeight: 'bold' },
  '& [data-verdict] b': { display: 'flex', alignItems: 'center', gap: 1, color: 'text' },
  '& [data-verdict=same] b': { color: 'muted', fontWeight: 'normal' },
  '& td[data-long]': { fontFamily: 'body', fontSize: 'sm', fontWeight: 'normal!' },
  '& svg': { flexShrink: 0 },
  _print: {
    fontSize: 'xs',
    '& tbody tr': { breakInside: 'avoid' },
    '& tbody :is(th, td)': { py: '0.1rem', lineHeight: 1.2, verticalAlign: 'baseline' },
    '& td': { fontSize: 'xs' },
    '& thead td': { w: '13rem' },
    '& [data-verdict] b': { display: 'inline-flex', ms: 2, verticalAlign: 'bottom' },
  },
  // On a phone the label is above its two values. Paper is as narrow, but has room.
  '@media screen and (max-width: 768px)': {
    '&, & :is(thead, tbody, tbody tr, th[scope=rowgroup])': { display: 'block' },
    '& thead tr, & tbody tr[data-verdict]': { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '& thead td': { display: 'none' },
    '& th[scope=row]': { display: 'flex', gap: 2, gridColumn: '1 / -1', borderTopWidth: '1px', pb: 0 },
    '& tr[data-verdict] td': { borderTopWidth: 0, pt: 0.5 },
  },
});

interface Props {
  model: ModelSheetFragment;
  years: readonly MarkedYear[] | undefined;
  place: LookupPlace & { compare: string };
}

/** Two sheets side by side. Differences are named in words; a phone shows only the rows that differ. */
export function Comparison({ model, years, place }: Props) {
  const navigate = useNavigate();
  const { data, error, refetch } = useRead(ModelDocument, { variables: { id: place.compare }, prefetched: true });
  const other = data?.model;

  const options = (years ?? [])
    .flatMap(({ year, letter, keys }) =>
      keys.map(({ id }): [string, string] => [
        id,
        `${year}${keys.length > 1 ? `, ${keyTitle(keys, id)}` : ''} (key data ${letter})`,
      ]),
    )
    .filter(([id]) => id !== model.id);
  if (other && !options.some(([id]) => id === other.id))
    options.push([other.id, `${other.make.displayName} ${other.name} ${other.year}`]);
  const isListed = options.some(([id]) => id === place.compare);
  return (
    <Box mt={2}>
      <Box maxW="16rem" _print={{ display: 'none' }}>
        <Select
          label="Compare with"
          value={isListed ? place.compare : ''}
          options={isListed ? options : [['', 'Choose a year'], ...options]}
          onChange={(compare) =>
            void navigate(lookupPath({ ...place, compare }), { preventScrollReset: true, state: { stays: true } })
          }
        />
      </Box>
      <Box mt={3}>
        {error && !other ? (
          <Problem onRetry={retryOf(error, refetch)}>{serverMessage(error) ?? 'The key data did not load.'}</Problem>
        ) : other ? (
          <Compared models={[model, other]} />
        ) : (
          <Skeleton h="60rem" />
        )}
      </Box>
    </Box>
  );
}

function Compared({ models }: { models: [ModelSheetFragment, ModelSheetFragment] }) {
  const narrow = useNarrow();
  const names = shortNames(models);
  const all = compareKeyData(...models);
  const different = all.flatMap(({ texts }) => texts.filter(({ verdict }) => verdict !== 'same'));
  const isDifferent = ({ texts }: (typeof all)[number]) => texts.some((text) => different.includes(text));
  const places = all.filter(isDifferent).map(({ title }) => title);
  const groups = narrow
    ? all
        .filter(isDifferent)
        .map((group) => ({ ...group, texts: group.texts.filter((text) => different.includes(text)) }))
    : all;
  const words: Record<Verdict, string> = {
    same: 'Same',
    different: 'Different',
    first: `Only ${names[0]}`,
    second: `Only ${names[1]}`,
  };
  const samples = names.filter((_, index) => models[index]?.sample);
  return (
    <>
      {samples.length > 0 && (
        <Notice kind="warning">
          Sample data: do not cut from it{samples.length < names.length && ` (${samples.join(', ')})`}
        </Notice>
      )}
      <Text my={3} fontWeight="semibold" role="status">
        {different.length === 0
          ? 'No differences: all key data is the same.'
          : `${different.length === 1 ? '1 difference' : `${different.length} differences`}: ${places.join(', ')}`}
      </Text>
      {!narrow && (
        <Box display="grid" gridTemplateColumns="repeat(2, minmax(0, 1fr))" gap={4} mb={3}>
          {models.map((model, index) => (
            <Box key={model.id}>
              <Text fontWeight="semibold" translate="no">
                {names[index]}
              </Text>
              <KeyDrawing measures={model} />
            </Box>
          ))}
        </Box>
      )}
      {groups.length > 0 && (
        <Table aria-label="Comparison">
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th key={name} scope="col" translate="no">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(({ title, texts }) => (
              <Fragment key={title}>
                <tr>
                  <th scope="rowgroup" colSpan={3}>
                    {title}
                  </th>
                </tr>
                {texts.map(({ field, label, values, verdict, isLong }) => (
                  <tr key={field} data-verdict={verdict}>
                    <th scope="row">
                      {label}
                      <b>
                        {verdict === 'same' ? (
                          <Equal size={16} aria-hidden="true" />
                        ) : (
                          <EqualNot size={16} aria-hidden="true" />
                        )}
                        {words[verdict]}
                      </b>
                    </th>
                    <td data-long={isLong} translate={isLong ? undefined : 'no'}>
                      {values[0] || '—'}
                    </td>
                    <td data-long={isLong} translate={isLong ? undefined : 'no'}>
                      {values[1] || '—'}
                    </td>
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </Table>
      )}
    </>
  );
}
