import { HelpButton } from '../../components/help/HelpButton';
import { lazyScreen } from '../../components/lazyScreen';
import type { Topic } from './topics';

const TopicPopover = lazyScreen(() => import('./TopicPopover').then((file) => file.TopicPopover));

/** "?" beside a term that not everybody knows. */
export const Help = ({ topic }: { topic: Topic }) => <HelpButton topic={topic} Popover={TopicPopover} />;

/** What explains a group or field of the key data. */
export const helpOf = ({ help }: { help?: Topic | undefined }) => help && <Help topic={help} />;
