import { chakra } from '@chakra-ui/react';
import { Check, CircleDot, type LucideIcon, X } from 'lucide-react';
import type { CorrectionState, FeedbackState } from '../graphql/generated/inbox';

export type State = CorrectionState | FeedbackState;

export const stateWords: Record<State, string> = {
  OPEN: 'Open',
  APPLIED: 'Applied',
  DECLINED: 'Declined',
  ANSWERED: 'Answered',
  CLOSED: 'Closed',
};

const looks: Record<State, { Icon: LucideIcon; color: string }> = {
  OPEN: { Icon: CircleDot, color: 'accent' },
  APPLIED: { Icon: Check, color: 'success' },
  DECLINED: { Icon: X, color: 'danger' },
  ANSWERED: { Icon: Check, color: 'success' },
  CLOSED: { Icon: X, color: 'muted' },
};

/** The state of a correction or feedback, shown by word, icon and colour. */
export function StateBadge({ state }: { state: State }) {
  const { Icon, color } = looks[state];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1}
      color={color}
      fontWeight="semibold"
      whiteSpace="nowrap"
    >
      <Icon size={16} aria-hidden="true" />
      {stateWords[state]}
    </chakra.span>
  );
}
