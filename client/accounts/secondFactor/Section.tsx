import { chakra, Heading } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Frame = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 3,
    px: 4,
    py: 3,
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
  },
});

/** A part of the page: one kind of second factor, or something that belongs to it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Frame aria-labelledby={id}>
      <Heading as="h2" id={id} size="lg">
        {title}
      </Heading>
      {children}
    </Frame>
  );
}
