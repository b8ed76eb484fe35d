import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isOfSystem } from '../../../catalogue/keyData';
import { Select } from '../../../components/form/Select';
import { LinkButton } from '../../../components/LinkButton';
import { ConfirmDialog } from '../../../components/notice/ConfirmDialog';
import { DangerButton } from '../../../components/notice/DangerButton';
import { Notice } from '../../../components/notice/Notice';
import { Problem } from '../../../components/notice/Problem';
import { counted } from '../../../components/text/counts';
import type { CorrectionRecordFragment, KeyDataField } from '../../../graphql/generated/inbox';
import { modelPaths, paths } from '../../../paths';
import { changeLine } from '../changeLine';
import { DeclineDialog } from './DeclineDialog';
import { DisputeChoice } from './DisputeChoice';
import { ProposalChoice } from './ProposalChoice';
import { SameYears, useSameYears } from './SameYears';
import { useDecision } from './useDecision';

interface Props {
  correction: CorrectionRecordFragment;
  /** The next open correction. */
  next: string | undefined;
  onDecided: () => void;
  /** Another administrator decided it or changed the model; passes the server's message. */
  onStale: (message: string) => void;
}

const searchPath = ({ make, model, year }: CorrectionRecordFragment) =>
  `${paths.search}?${new URLSearchParams({ make, model, year: String(year) })}`;

/** An administrator's actions on an open correction: apply values, decline it, or mark the model as edited. */
export function CorrectionDecision({ correction, next, onDecided, onStale }: Props) {
  const { company, disputed, target, make, model, year } = correction;
  /** Which value of a dispute to write; undefined until one is chosen: what most companies found. */
  const [value, setValue] = useState<string | null>();
  const proposals = correction.proposals.map((one) =>
    disputed && value !== undefined ? { ...one, proposed: value } : one,
  );
  const navigate = useNavigate();
  const { state } = useLocation();
  const same = useSameYears(target);
  /** The years that were unticked. */
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const also = same.filter(({ id }) => !without.has(id));
  const [goesOn, setGoesOn] = useState(false);
  const { busy, problem, apply, decline, declineAllOf, declineErrors, clear } = useDecision({
    correction,
    onDecided: () => {
      if (goesOn && next) void navigate(next, { state });
      else onDecided();
    },
    onStale,
  });
  const [dialog, setDialog] = useState<'apply' | 'settle' | 'decline' | null>(null);
  // Default until the user chooses: every proposal that would change a value.
  const [picked, setPicked] = useState<ReadonlySet<KeyDataField> | null>(null);
  const differing = proposals.filter(({ current, proposed }) => proposed !== null && current !== proposed);
  const isUnknown = proposals.every(({ proposed }) => proposed === null);
  const chosen = picked ? proposals.filter(({ field }) => picked.has(field)) : differing;
  /** Present if a chosen value belongs to it. */
  const system = (chosen.some(({ field }) => isOfSystem(field)) && target?.keySystem) || undefined;
  const [isForSystem, setForSystem] = useState(true);
  const name = `${make} ${model} (${year})`;
  const ask = (about: 'apply' | 'settle' | 'decline', thenNext = false) => {
    if (busy || (about === 'apply' && chosen.length === 0)) return;
    setGoesOn(thenNext);
    setDialog(about);
  };

  return (
    <Box as="section" aria-labelledby="decision">
      <Heading as="h2" id="decision" size="lg" mb={2}>
        {disputed ? 'Disputed value' : proposals.length ? 'Proposed values' : 'Decision'}
      </Heading>
      {!target && (
        <Box mb={3}>
          <Notice kind="warning">
            It is not clear which model is meant: it was deleted, or several have this name.
          </Notice>
        </Box>
      )}
      {disputed && <DisputeChoice correction={correction} value={proposals[0]?.proposed ?? null} onChoose={setValue} />}
      {!disputed && proposals.length > 0 && (
        <ProposalChoice
          proposals={proposals}
          known={Boolean(target)}
          system={target?.keySystem}
          chosen={new Set(chosen.map(({ field }) => field))}
          onChoose={setPicked}
        />
      )}
      {isUnknown && target && !disputed && (
        <Text mb={3}>No values were proposed. Edit the model and then mark this as resolved, or decline it.</Text>
      )}
      {!isUnknown && target && same.length > 0 && (
        <SameYears
          years={same}
          chosen={new Set(also.map(({ id }) => id))}
          onChoose={(chosen) => setWithout(new Set(same.flatMap(({ id }) => (chosen.has(id) ? [] : [id]))))}
        />
      )}
      {problem && dialog !== 'decline' && (
        <Box mt={3}>
          <Problem>{problem}</Problem>
        </Box>
      )}
      <Flex gap={3} mt={4} wrap="wrap" align="center">
        {!isUnknown && target && next && (
          <Button aria-disabled={busy || chosen.length === 0} onClick={() => ask('apply', true)}>
            {busy && goesOn ? 'Saving...' : 'Apply and next'}
          </Button>
        )}
        {!isUnknown && target && (
          <Button
            variant={next ? 'outline' : undefined}
            aria-disabled={busy || chosen.length === 0}
            onClick={() => ask('apply')}
          >
            {busy && !goesOn ? 'Saving...' : 'Apply'}
          </Button>
        )}
        {target ? (
          <LinkButton to={modelPaths.edit(target.id)} state={{ back: true }} Icon={Pencil}>
            Edit the model
          </LinkButton>
        ) : (
          <LinkButton to={searchPath(correction)}>Search for the model</LinkButton>
        )}
        <Button variant="outline" aria-disabled={busy} onClick={() => ask('settle')}>
          Mark as resolved
        </Button>
        <DangerButton aria-disabled={busy} onClick={() => ask('decline')}>
          Decline
        </DangerButton>
      </Flex>

      <ConfirmDialog
        open={dialog === 'apply'}
        title={`Apply to ${name}?`}
        cancel="Cancel"
        confirm="Apply"
        harmless
        onCancel={() => setDialog(null)}
        onConfirm={() => {
          setDialog(null);
          void apply(
            chosen.map(({ field }) => field),
            also.map(({ id }) => id),
            { toKeySystem: system !== undefined && isForSystem, value: value ?? undefined },
          );
        }}
      >
        {chosen.map(({ field, label, current, proposed }) => (
          <Text key={field} textStyle="measure" overflowWrap="anywhere">
            {changeLine(label, current ?? '', proposed)}
          </Text>
        ))}
        {system && (
          <Box mt={3}>
            <Select
              label={`Values of ${system.name} change in`}
              value={isForSystem ? 'system' : 'model'}
              options={[
                ['system', `${system.name}: ${counted(system.modelsCount ?? 0, 'bike')}`],
                ['model', 'This model, which then has its own values'],
              ]}
              onChange={(choice) => setForSystem(choice === 'system')}
            />
          </Box>
        )}
        {also.length > 0 && <Text mt={3}>Also in {also.map((one) => one.year).join(', ')}.</Text>}
        <Text mt={3}>
          {disputed ? 'Everybody who disputes it is notified.' : 'The sender is notified.'} The change can be reverted
          in the model’s history.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'settle'}
        title="Mark as resolved?"
        cancel="Cancel"
        confirm="Settled"
        harmless
        onCancel={() => setDialog(null)}
        onConfirm={() => {
          setDialog(null);
          void apply([], []);
        }}
      >
        {disputed
          ? 'The dispute counts as settled, the model stays as it is now, and everybody who disputes it is notified.'
          : 'The correction counts as applied, the model stays as it is now, and the sender is notified.'}
      </ConfirmDialog>
      {dialog === 'decline' && (
        <DeclineDialog
          isDispute={Boolean(disputed)}
          company={company?.name}
          errors={declineErrors}
          problem={problem}
          busy={busy}
          onEdit={clear}
          onClose={() => {
            clear();
            setDialog(null);
          }}
          onDecline={async (reason, all) => {
            const done = all && company ? declineAllOf(company.id, reason) : decline(reason);
            if (await done) setDialog(null);
          }}
        />
      )}
    </Box>
  );
}
