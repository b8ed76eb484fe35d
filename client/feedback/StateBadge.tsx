import { Check, CircleDot, type LucideIcon, X } from 'lucide-react';
import { StateMark } from '../components/text/StateMark';
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

/** The state of a correction or feedback. */
export const StateBadge = ({ state }: { state: State }) => <StateMark {...looks[state]}>{stateWords[state]}</StateMark>;
