import { chakra, Flex } from '@chakra-ui/react';
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds = {
  info: { color: 'accent', Icon: Info },
  success: { color: 'success', Icon: CircleCheck },
  warning: { color: 'warning', Icon: TriangleAlert },
  danger: { color: 'danger', Icon: CircleAlert },
} as const;

interface Props {
  kind?: keyof typeof kinds;
  /** `alert` interrupts a screen reader; absent if the text is in the page from the start. */
  role?: 'alert' | 'status';
  /** A single line, beside a button. */
  centred?: boolean;
  children: ReactNode;
}

/** An important message: a rule on the left, an icon and the text. */
export function Notice({ kind = 'info', role, centred, children }: Props) {
  const { color, Icon } = kinds[kind];
  return (
    <Flex
      role={role}
      align={centred ? 'center' : undefined}
      gap={2.5}
      px={3}
      py={2.5}
      // A warning is tinted, so that it is not overlooked; its text keeps the contrast of the panel's.
      bg={kind === 'warning' ? 'color-mix(in srgb, {colors.warning} 16%, {colors.panel})' : 'subtle'}
      borderLeftWidth="3px"
      borderColor={color}
      borderRadius="sm"
    >
      <chakra.span color={color} flexShrink={0} pt="1px">
        <Icon size={20} aria-hidden="true" />
      </chakra.span>
      <chakra.div flex={1} minW={0}>
        {children}
      </chakra.div>
    </Flex>
  );
}
