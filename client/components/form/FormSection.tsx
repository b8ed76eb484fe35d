import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { coversTop, LOW } from '../bars/covers';
import { styled } from '../styled';
import { useOneColumn } from '../useNarrow';

const Group = chakra('fieldset', {
  base: {
    minW: 0,
    px: { base: 3, md: 4 },
    pt: 1,
    pb: 4,
    bg: 'panel',
    borderWidth: '1px',
    borderRadius: 'sm',
  },
});

/** The id of the section with this title, on a form or a sheet. */
export const sectionId = (title: string) => `section-${title.toLowerCase().replaceAll(' ', '-')}`;

interface SectionProps {
  title: string;
  /** What explains the title; it is not part of the group's name. */
  help?: ReactNode;
  children: ReactNode;
}

/** A group of fields in a long form. */
export const FormSection = ({ title, help, children }: SectionProps) => (
  <Group id={sectionId(title)} aria-labelledby={help ? `${sectionId(title)}-title` : undefined}>
    <chakra.legend fontFamily="heading" fontWeight="semibold" fontSize="lg" px={1} ms={-1}>
      <span id={`${sectionId(title)}-title`}>{title}</span>
      {help}
    </chakra.legend>
    {children}
  </Group>
);

const Rail = styled('nav', {
  position: 'sticky',
  top: 'bar',
  zIndex: 2,
  bg: 'canvas',
  mx: -4,
  px: 2,
  borderBottomWidth: '1px',
  overflowX: 'auto',
  [LOW]: { position: 'static' },
  lg: {
    position: 'sticky',
    top: '4.5rem',
    alignSelf: 'start',
    mx: 0,
    px: 0,
    borderBottomWidth: 0,
    borderLeftWidth: '1px',
    overflow: 'visible',
  },
  '& ul': { display: 'flex', lg: { display: 'block' } },
  '& a': {
    display: 'flex',
    alignItems: 'center',
    minH: 'control',
    px: 3,
    whiteSpace: 'nowrap',
    color: 'accent',
    outlineOffset: '-3px!',
    lg: { whiteSpace: 'normal', minH: 9, lineHeight: 'snug' },
  },
  '& a:hover': { bg: 'subtle' },
});

/** Jumps between the groups and focuses the first field: beside them on a desktop, a strip above them on a phone. */
export const SectionRail = ({ titles }: { titles: readonly string[] }) => (
  <Rail ref={useOneColumn() ? coversTop : null} aria-label="Sections">
    <ul>
      {titles.map((title) => (
        <li key={title}>
          <a
            href={`#${sectionId(title)}`}
            onClick={(event) => {
              // Focus in code: a hash would be a navigation.
              event.preventDefault();
              const group = document.getElementById(sectionId(title));
              group?.scrollIntoView({ block: 'start' });
              group
                ?.querySelector<HTMLElement>('input:not([hidden]), textarea, button:not([data-help])')
                ?.focus({ preventScroll: true });
            }}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </Rail>
);
