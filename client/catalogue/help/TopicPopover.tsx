import type { HelpPopoverProps } from '../../components/help/HelpButton';
import { HelpPopover } from '../../components/help/HelpPopover';
import { TopicText } from './TopicText';
import { anchorOf, type Topic } from './topics';

export const TopicPopover = (props: HelpPopoverProps<Topic>) => (
  <HelpPopover {...props} anchor={anchorOf(props.topic)}>
    <TopicText topic={props.topic} />
  </HelpPopover>
);
