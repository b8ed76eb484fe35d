import { chakra } from '@chakra-ui/react';
import { Fragment } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ListScreen } from '../../components/list/ListScreen';
import type { Column } from '../../components/list/listColumn';
import { RowLink } from '../../components/list/RowLink';
import { useListState } from '../../components/list/useListState';
import { yearRanges } from '../../components/text/yearRanges';
import { JumpFamilyDocument, type JumpFamilyQuery } from '../../graphql/generated/jump';
import { serverMessage } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { lookupPath } from '../../paths';
import { labelOf } from './ChoiceRow';
import { codeOf } from './choices';

type Fit = JumpFamilyQuery['jumpFamily']['items'][number];
type Row = Fit & { id: string };

/** Lines break between ranges, not within one. */
const Ranges = ({ children }: { children: string }) =>
  children.split(', ').map((range, index) => (
    <Fragment key={range}>
      {index > 0 && ', '}
      <chakra.span whiteSpace="nowrap">{range}</chakra.span>
    </Fragment>
  ));

const columns: Column<Row>[] = [
  {
    header: 'Model',
    key: 'model',
    verbatim: true,
    cell: ({ make, name, modelId, ...fit }) => (
      <RowLink
        to={lookupPath({ make: make.id, mode: 'model', value: name, id: modelId, code: codeOf(fit) })}
        row={modelId}
      >
        {`${make.displayName} ${name}`}
      </RowLink>
    ),
  },
  { header: 'Years', key: 'years', cell: ({ years }) => <Ranges>{yearRanges(years)}</Ranges> },
  {
    header: 'Found in',
    key: 'field',
    verbatim: true,
    cell: ({ field, value }) => (
      <>
        {labelOf(field)} <chakra.span fontFamily="mono">{value}</chakra.span>
      </>
    ),
  },
];

const LIMIT = 50;

/** Everything that a blank, a part, a transponder, a card or a key code fits (docs/look.md, "Jump"). */
export function Family() {
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { page, setPage } = useListState(columns);
  const { data, previousData, error, loading, refetch } = useRead(JumpFamilyDocument, {
    variables: { text: code, page, limit: LIMIT },
    fetchPolicy: 'no-cache',
  });
  const found = (data ?? previousData)?.jumpFamily;
  const shown = found && { ...found, items: found.items.map((fit) => ({ ...fit, id: fit.modelId })) };
  return (
    <ListScreen
      heading={`What ${found?.value ?? code} fits`}
      screen={code}
      columns={columns}
      shown={shown}
      former={!data}
      loading={loading}
      failure={error && (serverMessage(error) ?? 'An error occurred while fetching the models.')}
      onRetry={() => void refetch()}
      page={page}
      limit={LIMIT}
      onPage={setPage}
    />
  );
}
