import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { toast } from '../../../components/notice/toast';
import { saveProblem } from '../../../components/record/saveProblem';
import { useOnce } from '../../../components/useOnce';
import {
  ApplyCorrectionDocument,
  type CorrectionRecordFragment,
  DeclineCorrectionDocument,
  DeclineCorrectionsOfDocument,
  type KeyDataField,
} from '../../../graphql/generated/inbox';
import { errorCode, serverMessage } from '../../../graphql/graphErrors';
import { useForget } from '../../feedbackChanges';

interface Options {
  correction: CorrectionRecordFragment;
  onDecided: () => void;
  /** Another administrator decided it or changed the model; passes the server's message. */
  onStale: (message: string) => void;
}

/** Applies or declines a correction, one request at a time, and reports failures. */
export function useDecision({ correction: { id, target }, onDecided, onStale }: Options) {
  const forget = useForget();
  const { mutate } = useApolloClient();
  const [once, busy] = useOnce();
  const [problem, setProblem] = useState<string | null>(null);
  const [declineErrors, setDeclineErrors] = useState<string[]>([]);

  const fail = (error: unknown) => {
    const found = saveProblem(error);
    if (found.kind === 'invalid') {
      const { reason, ...others } = found.errors;
      setDeclineErrors(reason ?? []);
      setProblem(Object.values(others).flat().join(', ') || null);
    } else if (found.kind === 'silent') setProblem('The server did not respond. Please try again.');
    else setProblem([found.heading, found.detail].filter(Boolean).join(' '));
  };

  /** Whether it is decided, by this user or by another. */
  const decide = async (act: () => Promise<unknown>, words: string) => {
    setProblem(null);
    setDeclineErrors([]);
    try {
      await act();
      toast(words);
      forget.correctionDecided();
      onDecided();
      return true;
    } catch (error) {
      if (errorCode(error) !== 'CONFLICT') {
        fail(error);
        return false;
      }
      forget.correctionDecided();
      onStale(serverMessage(error) ?? 'Somebody else has already decided this correction.');
      return true;
    }
  };

  return {
    busy,
    problem,
    declineErrors,
    clear: () => {
      setDeclineErrors([]);
      setProblem(null);
    },
    /** `toKeySystem`: values of the model’s key system are written into it, and into all its models. `value`: of a dispute. */
    apply: (
      fields: KeyDataField[],
      alsoModelIds: string[],
      { toKeySystem = false, value }: { toKeySystem?: boolean; value?: string | undefined } = {},
    ) => {
      const variables = { id, fields, value, modelVersion: target?.version, alsoModelIds, toKeySystem };
      return once(() => decide(() => mutate({ mutation: ApplyCorrectionDocument, variables }), 'Correction applied'));
    },
    decline: (reason: string) => {
      const variables = { id, reason };
      return once(() =>
        decide(() => mutate({ mutation: DeclineCorrectionDocument, variables }), 'Correction declined'),
      );
    },
    /** With all others of the company that are open. */
    declineAllOf: (clientId: string, reason: string) => {
      const variables = { clientId, reason };
      return once(() =>
        decide(() => mutate({ mutation: DeclineCorrectionsOfDocument, variables }), 'Corrections declined'),
      );
    },
  };
}
