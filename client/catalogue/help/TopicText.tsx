import { styled } from '../../components/styled';
import { explanations } from './explanations';
import { HelpDrawing } from './HelpDrawing';
import { drawings } from './topicDrawings';
import type { Topic } from './topics';

const Text = styled('div', {
  maxW: '24rem',
  '& > p': { mt: 2 },
  '& > [data-example]': { ps: 3, borderLeftWidth: '3px', borderLeftColor: 'bladeFill', color: 'muted' },
  '& b': { fontWeight: 'semibold', color: 'text' },
});

/** A topic's drawing, explanation and example. */
export function TopicText({ topic }: { topic: Topic }) {
  const { says, example, drawn } = explanations[topic];
  const { height, Shapes } = drawings[topic];
  return (
    <Text>
      <HelpDrawing height={height} drawn={drawn}>
        <Shapes />
      </HelpDrawing>
      <p>{says}</p>
      <p data-example="">
        <b>Example:</b> {example}
      </p>
    </Text>
  );
}
