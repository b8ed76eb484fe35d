import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import type { OwnVerdictFragment } from '../../graphql/generated/evidence';
import { WorkedForm } from './WorkedForm';
import { WrongForm } from './WrongForm';

interface Props {
  model: ModelSheetFragment;
  kind: 'worked' | 'wrong';
  /** What the company has said before. */
  before: readonly OwnVerdictFragment[];
  onClose: () => void;
}

/** Says that values of the sheet worked, or that one is wrong. */
export const VerdictDialog = ({ model, kind, before, onClose }: Props) =>
  kind === 'worked' ? (
    <WorkedForm model={model} before={before} onClose={onClose} />
  ) : (
    <WrongForm model={model} before={before[0]} onClose={onClose} />
  );
