import { useState } from 'react';
import { useOnce } from '../useOnce';
import { saveProblem } from './saveProblem';

/** Runs one action at a time, such as a dialog's, and keeps its error. */
export function useAction() {
  const [once, busy] = useOnce();
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const clear = () => {
    setErrors({});
    setProblem(null);
  };
  /** Whether it succeeded. Errors of fields other than `fields` are reported as the problem. */
  const run = (act: () => Promise<unknown>, fields: readonly string[] = []) =>
    once(async () => {
      clear();
      try {
        await act();
        return true;
      } catch (error) {
        const found = saveProblem(error);
        if (found.kind === 'invalid') {
          const others = Object.entries(found.errors).filter(([name]) => !fields.includes(name));
          setErrors(found.errors);
          setProblem(others.flatMap(([, messages]) => messages).join(', ') || null);
        } else if (found.kind === 'silent') setProblem('The server did not respond. Please try again.');
        else setProblem(found.detail ?? found.heading);
        return false;
      }
    });
  return { run, busy, errors, problem, clear };
}
