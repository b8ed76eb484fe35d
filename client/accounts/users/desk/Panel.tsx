import { chakra, Heading } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

const Section = chakra('section', {
  base: {
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
    px: 4,
    py: 3,
    minW: 0,
    overflowWrap: 'anywhere',
    '& + &': { mt: 3 },
  },
});

interface Props {
  title: string;
  children: ReactNode;
}

/** One of the panels beside a user's form. */
export function Panel({ title, children }: Props) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <Heading as="h2" id={id} size="lg" mb={1}>
        {title}
      </Heading>
      {children}
    </Section>
  );
}
