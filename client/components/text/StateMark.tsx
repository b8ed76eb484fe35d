import { chakra } from '@chakra-ui/react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  Icon: LucideIcon;
  color: string;
  children: ReactNode;
}

/** A state, shown by word, icon and colour. */
export const StateMark = ({ Icon, color, children }: Props) => (
  <chakra.span display="inline-flex" verticalAlign="top" gap={1} color={color} fontWeight="semibold">
    {/* Beside the first line, if there are several. */}
    <chakra.span display="flex" alignItems="center" flexShrink={0} h="1lh">
      <Icon size={16} aria-hidden="true" />
    </chakra.span>
    <span>{children}</span>
  </chakra.span>
);
