import { Button, chakra, Text } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PageHeading } from '../../components/PageHeading';
import { styled } from '../../components/styled';
import { askForTour, useSession } from '../../session';
import { TopicText } from './TopicText';
import { anchorOf, topics } from './topics';

const Contents = styled('ul', {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 5,
  mt: 2,
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minH: 'control',
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
  },
  _print: { display: 'none' },
});

const Topics = styled('div', {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))',
  columnGap: 10,
  rowGap: 8,
  mt: 6,
  alignItems: 'start',
  '& section': { pt: 3, borderTopWidth: '1px', breakInside: 'avoid' },
  '& section:target': { borderTopWidth: '3px', borderTopColor: 'accent' },
  '& h2': { mb: 3, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'xl', lineHeight: 'tight' },
  _print: { display: 'block', columns: 2, '& section': { mb: 6 } },
});

/** Every topic on one page, which the browser can search and print. It asks the server for nothing. */
export function HelpPage() {
  const { user } = useSession();
  const { hash, key } = useLocation();
  // The router scrolls to a topic; whoever reads with a keyboard or a screen reader begins there, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same topic may be chosen again
  useEffect(() => {
    const heading = document.querySelector<HTMLElement>(`${hash.replace(/[^#\w-]/g, '') || '#none'} h2`);
    heading?.closest('section')?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
  return (
    <chakra.div p={{ base: 4, lg: 6 }} maxW="64rem">
      <PageHeading page={`help${hash}`}>Help</PageHeading>
      <Text mt={2} maxW="measure" color="muted">
        The words on the sheets, each with a drawing and an example. The drawings are schematic: their cuts are deeper
        than on a key.
      </Text>
      {!user?.isAdmin && (
        <Button variant="outline" mt={3} onClick={askForTour}>
          Take the tour
        </Button>
      )}
      <nav aria-label="Topics">
        <Contents>
          {topics.map((topic) => (
            <li key={topic}>
              <a href={`#${anchorOf(topic)}`}>{topic}</a>
            </li>
          ))}
        </Contents>
      </nav>
      <Topics>
        {topics.map((topic) => (
          <section key={topic} id={anchorOf(topic)}>
            <h2 tabIndex={-1}>{topic}</h2>
            <TopicText topic={topic} />
          </section>
        ))}
      </Topics>
    </chakra.div>
  );
}
