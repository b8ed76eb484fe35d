import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from '../styled';

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

const Frame = styled('div', {
  display: 'flex',
  gap: 2.5,
  px: 3,
  py: 2.5,
  bg: 'subtle',
  borderLeftWidth: '3px',
  borderColor: 'accent',
  borderRadius: 'sm',
  '&[data-centred]': { alignItems: 'center' },
  '& > span': { flexShrink: 0, pt: '1px', color: 'accent' },
  '& > div': { flex: 1, minW: 0 },
  ...Object.fromEntries(
    (['success', 'warning', 'danger'] as const).flatMap((kind) => [
      [`&[data-kind=${kind}]`, { borderColor: kind }],
      [`&[data-kind=${kind}] > span`, { color: kind }],
    ]),
  ),
  // Tinted, so that they are not overlooked; their text keeps the contrast of the panel's.
  ...Object.fromEntries(
    (['warning', 'danger'] as const).map((kind) => [
      `&[data-kind=${kind}]`,
      { borderColor: kind, bg: `color-mix(in srgb, {colors.${kind}} 16%, {colors.panel})` },
    ]),
  ),
});

interface Props {
  kind?: keyof typeof icons;
  /** `alert` interrupts a screen reader; absent if the text is in the page from the start. */
  role?: 'alert' | 'status';
  /** A single line, next to a button. */
  centred?: boolean;
  children: ReactNode;
}

/** An important message: a rule on the left, an icon and the text. */
export function Notice({ kind = 'info', role, centred, children }: Props) {
  const Icon = icons[kind];
  return (
    <Frame role={role} data-kind={kind} data-centred={centred ? '' : undefined}>
      <span>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div>{children}</div>
    </Frame>
  );
}
