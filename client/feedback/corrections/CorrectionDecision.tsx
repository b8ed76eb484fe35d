import { Box, Button, Flex, Heading, Text } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { DangerButton } from '../../components/notice/DangerButton';
import { Notice } from '../../components/notice/Notice';
import { Problem } from '../../components/notice/Problem';
import type { CorrectionRecordFragment, KeyDataField } from '../../graphql/generated/inbox';
import { modelPaths, paths } from '../../paths';
import { changeLine } from './changeLine';
import { DeclineDialog } from './DeclineDialog';
import { ProposalChoice } from './ProposalChoice';
import { useDecision } from './useDecision';

interface Props {
  correction: CorrectionRecordFragment;
  onDecided: () => void;
  /** Another administrator decided it or changed the model; passes the server's message. */
  onStale: (message: string) => void;
}

const searchPath = ({ make, model, year }: CorrectionRecordFragment) =>
  `${paths.search}?${new URLSearchParams({ make, model, year: String(year) })}`;

/** An administrator's actions on an open correction: apply values, decline it, or mark the model as edited. */
export function CorrectionDecision({ correction, onDecided, onStale }: Props) {
  const { proposals, target, make, model, year } = correction;
  const { busy, problem, apply, decline, declineErrors, clear } = useDecision({ correction, onDecided, onStale });
  const [dialog, setDialog] = useState<'apply' | 'settle' | 'decline' | null>(null);
  // Default until the user chooses: every proposal that would change a value.
  const [picked, setPicked] = useState<ReadonlySet<KeyDataField> | null>(null);
  const differing = proposals.filter(({ current, proposed }) => current !== proposed);
  const chosen = picked ? proposals.filter(({ field }) => picked.has(field)) : differing;
  const name = `${make} ${model} (${year})`;

  return (
    <Box as="section" aria-labelledby="decision">
      <Heading as="h2" id="decision" size="lg" mb={2}>
        {proposals.length ? 'Proposed values' : 'Decision'}
      </Heading>
      {!target && (
        <Box mb={3}>
          <Notice kind="warning">
            No model of the guide is meant for certain: it was deleted, or several bear this name.
          </Notice>
        </Box>
      )}
      {proposals.length > 0 && (
        <ProposalChoice
          proposals={proposals}
          known={Boolean(target)}
          chosen={new Set(chosen.map(({ field }) => field))}
          onChoose={setPicked}
        />
      )}
      {proposals.length === 0 && target && (
        <Text mb={3}>No values were proposed. Edit the model, then settle it here; or decline it.</Text>
      )}
      {problem && dialog !== 'decline' && (
        <Box mt={3}>
          <Problem>{problem}</Problem>
        </Box>
      )}
      <Flex gap={3} mt={4} wrap="wrap" align="center">
        {proposals.length > 0 && target && (
          <Button
            aria-disabled={busy || chosen.length === 0}
            onClick={() => !busy && chosen.length > 0 && setDialog('apply')}
          >
            {busy ? 'Saving...' : 'Apply'}
          </Button>
        )}
        <Button asChild variant="outline">
          {target ? (
            <Link to={modelPaths.edit(target.id)} state={{ back: true }}>
              <Pencil aria-hidden="true" />
              Edit the model
            </Link>
          ) : (
            <Link to={searchPath(correction)}>Search the model</Link>
          )}
        </Button>
        <Button variant="outline" aria-disabled={busy} onClick={() => !busy && setDialog('settle')}>
          Settled by hand
        </Button>
        <DangerButton aria-disabled={busy} onClick={() => !busy && setDialog('decline')}>
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
          void apply(chosen.map(({ field }) => field));
        }}
      >
        {chosen.map(({ field, label, current, proposed }) => (
          <Text key={field} textStyle="measure" overflowWrap="anywhere">
            {changeLine(label, current ?? '', proposed)}
          </Text>
        ))}
        <Text mt={3}>The sender is notified. The change can be reverted in the model’s history.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'settle'}
        title="Settled by hand?"
        cancel="Cancel"
        confirm="Settled"
        harmless
        onCancel={() => setDialog(null)}
        onConfirm={() => {
          setDialog(null);
          void apply([]);
        }}
      >
        The correction counts as applied, the model stays as it is now, and the sender is notified.
      </ConfirmDialog>
      {dialog === 'decline' && (
        <DeclineDialog
          errors={declineErrors}
          problem={problem}
          busy={busy}
          onEdit={clear}
          onClose={() => {
            clear();
            setDialog(null);
          }}
          onDecline={async (reason) => {
            if (await decline(reason)) setDialog(null);
          }}
        />
      )}
    </Box>
  );
}
