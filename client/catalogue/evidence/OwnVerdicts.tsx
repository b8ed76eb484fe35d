import { useApolloClient } from '@apollo/client/react';
import { Link } from 'react-router-dom';
import { Problem } from '../../components/notice/Problem';
import { useAction } from '../../components/record/useAction';
import { styled } from '../../components/styled';
import { formatDay } from '../../components/text/date';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { DeleteVerdictDocument, type OwnVerdictFragment } from '../../graphql/generated/evidence';
import { useForgetFields } from '../../graphql/useForgetFields';
import { correctionPaths } from '../../paths';
import { plainButton, plainLink } from '../../recipes';
import { keyDataGroups } from '../keyData';
import { labelOf } from './evidenceWords';

const Said = styled('ul', {
  mt: 2,
  bg: 'panel',
  borderWidth: '1px',
  borderRadius: 'sm',
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, px: 3, py: 1 },
  '& > li + li': { borderTopWidth: '1px' },
  '& > li > div': { flex: '1 1 14rem', minW: 0, py: 1, overflowWrap: 'anywhere' },
  '& b': { fontWeight: 'semibold' },
  '& small': { display: 'block', fontSize: 'sm', color: 'muted' },
  '& a': { ...plainLink },
  '& button': { ...plainButton, px: 2, _print: { display: 'none' } },
});

/** "SILCA, Spacing, Depth 1 1X": groups that are named as a whole, else each value. */
function valuesIn(said: readonly OwnVerdictFragment[], model: ModelSheetFragment): string {
  const fields = new Set<string>(said.map(({ field }) => field));
  return keyDataGroups
    .flatMap(({ title, data }) => {
      const recorded = data.filter(({ read }) => read(model) !== '');
      const isWhole = recorded.length > 1 && recorded.every(({ field }) => fields.has(field));
      return isWhole ? [title] : recorded.flatMap(({ field, label }) => (fields.has(field) ? [label] : []));
    })
    .join(', ');
}

/** With what, by whom, when. */
function jobOf({ blank, tool, remark, username, saidAt }: OwnVerdictFragment) {
  const used = [blank && `blank ${blank}`, tool].filter(Boolean).join(', ');
  return [used && `With ${used}`, remark, `${username}, ${formatDay(saidAt)}`].filter(Boolean).join(' · ');
}

const states = {
  OPEN: 'Waits for a decision',
  APPLIED: 'Settled',
  DECLINED: 'Declined',
};

interface Props {
  model: ModelSheetFragment;
  own: readonly OwnVerdictFragment[];
  onChange: (kind: 'worked' | 'wrong', before: readonly OwnVerdictFragment[]) => void;
}

/** What the company has said of the sheet, to be changed or taken back. */
export function OwnVerdicts({ model, own, onChange }: Props) {
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const { run, busy, problem } = useAction();
  const worked = own.filter((one) => one.worked).toSorted((one, other) => (one.saidAt < other.saidAt ? 1 : -1));
  const takeBack = (said: readonly OwnVerdictFragment[]) =>
    run(async () => {
      const variables = { modelId: model.id, fields: said.map(({ field }) => field) };
      await mutate({ mutation: DeleteVerdictDocument, variables });
      forget(['myCorrections']);
    });
  const actions = (kind: 'worked' | 'wrong', said: readonly OwnVerdictFragment[], what: string) => (
    <span>
      <button type="button" className="mk-button" aria-label={`Change ${what}`} onClick={() => onChange(kind, said)}>
        Change
      </button>
      <button
        type="button"
        className="mk-button"
        aria-label={`Take back ${what}`}
        aria-disabled={busy}
        onClick={() => void takeBack(said)}
      >
        Take back
      </button>
    </span>
  );
  const [latest] = worked;
  return (
    <>
      <Said aria-label="What our company said">
        {latest && (
          <li>
            <div>
              <b>We said that it worked:</b> {valuesIn(worked, model)}
              <small>{jobOf(latest)}</small>
            </div>
            {actions('worked', worked, 'what we said of it')}
          </li>
        )}
        {own
          .filter((one) => !one.worked)
          .map((one) => (
            <li key={one.id}>
              <div>
                <b>We said that {labelOf(one.field)} is wrong</b>
                {one.found !== null && (
                  <>
                    : <span translate="no">{one.found}</span> found
                  </>
                )}
                <small>{jobOf(one)}</small>
                <small>
                  {one.state && states[one.state]} (<Link to={correctionPaths.mine}>My corrections</Link>)
                </small>
              </div>
              {actions('wrong', [one], `what we said of ${labelOf(one.field)}`)}
            </li>
          ))}
      </Said>
      {problem && <Problem>{problem}</Problem>}
    </>
  );
}
