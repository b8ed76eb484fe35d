import { chakra } from '@chakra-ui/react';
import { Check, CircleDot, type LucideIcon, X } from 'lucide-react';
import type { CorrectionState as State } from '../../graphql/generated/feedback';

export const stateWords: Record<State, string> = { OPEN: 'Open', APPLIED: 'Applied', DECLINED: 'Declined' };

const looks: Record<State, { Icon: LucideIcon; color: string }> = {
  OPEN: { Icon: CircleDot, color: 'accent' },
  APPLIED: { Icon: Check, color: 'success' },
  DECLINED: { Icon: X, color: 'danger' },
};

/** The state of a correction, shown by word, icon and colour. */
export function CorrectionState({ state }: { state: State }) {
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
