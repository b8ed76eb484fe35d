import { Box, Link as ChakraLink, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { SkeletonRows } from '../../components/list/SkeletonRows';
import { Notice } from '../../components/notice/Notice';
import { RecordProblem } from '../../components/record/RecordProblem';
import { useRecord } from '../../components/record/useRecord';
import { formatDay } from '../../components/text/date';
import { mailtoOf } from '../../components/text/mailtoOf';
import {
  CorrectionDocument,
  type CorrectionRecordFragment,
  NextOpenCorrectionDocument,
} from '../../graphql/generated/inbox';
import { useRead } from '../../graphql/useRead';
import { correctionPaths, modelPaths } from '../../paths';
import { Facts } from '../Facts';
import { Shown } from '../Shown';
import { StateBadge } from '../StateBadge';
import { changeLine } from './changeLine';
import { correctionKind } from './correctionRecord';
import { CorrectionDecision } from './decision/CorrectionDecision';
import { SaidOf } from './SaidOf';

/** The decision and the values applied to the model. */
function Outcome({ correction, isNew }: { correction: CorrectionRecordFragment; isNew: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  // The focused button is removed after the decision.
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const { state, reason, decidedAt, proposals, target } = correction;
  const on = decidedAt ? ` on ${formatDay(decidedAt)}` : '';
  const applied = proposals.filter((one) => one.applied);
  const left = proposals.filter((one) => !one.applied);
  const lines = (some: typeof proposals) => some.map((one) => changeLine(one.label, one.reported, one.proposed));
  return (
    <Box ref={box} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
      <Notice kind={state === 'DECLINED' ? 'warning' : 'info'}>
        <Text fontWeight="semibold">
          {state === 'DECLINED' ? `Declined${on}` : applied.length ? `Applied${on}` : `Resolved manually${on}`}
        </Text>
        {reason && <Text whiteSpace="pre-wrap">{reason}</Text>}
        {state === 'APPLIED' && applied.length > 0 && <Text whiteSpace="pre-line">{lines(applied).join('\n')}</Text>}
        {left.length > 0 && (
          <Text color="muted" whiteSpace="pre-line">
            {['Proposed, but not applied:', ...lines(left)].join('\n')}
          </Text>
        )}
        {target && (
          <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
            <Link to={modelPaths.edit(target.id)} state={{ back: true }}>
              The model and its history
            </Link>
          </ChakraLink>
        )}
      </Notice>
    </Box>
  );
}

export function CorrectionDetail() {
  const { id, data, loading, missing, failed, retry } = useRecord(CorrectionDocument);
  const next = useRead(NextOpenCorrectionDocument, {
    variables: { id },
    skip: !data,
    fetchPolicy: 'cache-and-network',
  });
  const [stale, setStale] = useState<string | null>(null);
  /** The id of the correction that was open on this page. */
  const wasOpen = useRef<string>(null);
  useEffect(() => {
    if (data?.correction.state === 'OPEN') wasOpen.current = id;
  }, [data, id]);
  const reload = () => {
    setStale(null);
    retry();
  };
  if (missing || failed) {
    return (
      <RecordProblem
        kind={{ ...correctionKind, title: 'Correction Detail' }}
        mode="show"
        onRetry={missing ? undefined : retry}
      >
        {missing ? 'No correction data available' : 'An error occurred while fetching the correction.'}
      </RecordProblem>
    );
  }

  const correction = data?.correction;
  const about = correction && `${correction.make} ${correction.model} (${correction.year})`;
  const nextId = next.data?.nextOpenCorrection?.id;
  const facts = correction && (
    <Facts
      key="facts"
      label="Correction"
      facts={[
        [
          'Email',
          correction.email,
          <ChakraLink key="email" href={mailtoOf(correction.email)}>
            {correction.email}
          </ChakraLink>,
        ],
        ['User', correction.username],
        ['Make', correction.make],
        ['Model', correction.model],
        ['Year', String(correction.year)],
        ['Correction', correction.comment],
        ['Date Created', formatDay(correction.createdAt)],
        ['State', undefined, <StateBadge key="state" state={correction.state} />],
      ]}
    />
  );
  const said = correction?.disputed && (
    <Box key="said" mb={4}>
      <SaidOf key={`${id} wrong`} id={id} worked={false} />
      <SaidOf key={`${id} worked`} id={id} worked />
    </Box>
  );
  const decision = correction && (
    <Box key="decision" my={4}>
      {stale && (
        <Notice kind="warning" role="alert">
          <Text>{stale}</Text>
          <Text>Its current state is shown below.</Text>
        </Notice>
      )}
      {correction.state === 'OPEN' ? (
        <CorrectionDecision
          key={id}
          correction={correction}
          next={nextId && correctionPaths.show(nextId)}
          onDecided={reload}
          onStale={(message) => {
            reload();
            setStale(message);
          }}
        />
      ) : (
        <Outcome correction={correction} isNew={wasOpen.current === id} />
      )}
    </Box>
  );
  return (
    <Shown
      heading="Correction Detail"
      title={about ? `Correction Detail: ${about}` : 'Correction Detail'}
      subject={about ?? ''}
      list={correctionPaths.list}
      busy={loading}
      next={nextId && correctionPaths.show(nextId)}
    >
      {!correction && <SkeletonRows count={10} />}
      {/* Proposed values are what is to be decided; without any, the comment is. */}
      {correction?.proposals.length ? [decision, said, facts] : [facts, decision]}
    </Shown>
  );
}
