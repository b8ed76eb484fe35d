import { createContext, useContext } from 'react';

interface FormState {
  /** Field to messages of the last 422. */
  errors: Record<string, string[]>;
  /** Any edit clears the errors (docs/look.md, "Forms"); for what changes a field without an input event. */
  edited: () => void;
  /** A running upload that a save must wait for. */
  hold: (upload: Promise<unknown>) => void;
}

export const FormStateContext = createContext<FormState>({ errors: {}, edited: () => {}, hold: () => {} });

export const useFormState = () => useContext(FormStateContext);

/** The messages of a field, joined by commas (docs/look.md, "Forms"). */
export const useFieldError = (name: string) => useFormState().errors[name]?.join(', ');
