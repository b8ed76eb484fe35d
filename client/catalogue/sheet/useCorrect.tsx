import { type MouseEvent, type ReactNode, useContext } from 'react';
import { CorrectSlot } from '../../components/correctSlot';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { useStateOf } from '../../components/useStateOf';
import type { ModelSheetFragment } from '../../graphql/generated/catalogue';

export interface Correct {
  /** Opens the dialog for a value, or without one: once the model is there. */
  open: (field: string) => void;
  /** Loads the dialog, which is about to open. */
  prepare: () => void;
  dialog: ReactNode;
}

/** The dialog that reports a wrong value of the sheet of `id`, which `model` is once it is there (docs/look.md, "Sheet"). */
export function useCorrect(id: string, model: ModelSheetFragment | undefined): Correct {
  const Dialog = useContext(CorrectSlot);
  const [field, setField] = useStateOf<string | null>(id, () => null);
  const close = () => setField(null);
  return {
    open: setField,
    prepare: () => void Dialog?.preload(),
    dialog: Dialog && model && field !== null && (
      <PartBoundary part={Dialog} failure="The form did not load." onDismiss={close}>
        <Dialog model={model} field={field} onClose={close} />
      </PartBoundary>
    ),
  };
}

/** The field of the value that was touched; undefined if something else was, such as the help beside its label. */
export const fieldTouched = ({ target }: MouseEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-field], [data-help]')?.dataset.field : undefined;
