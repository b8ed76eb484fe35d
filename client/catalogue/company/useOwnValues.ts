import { createContext, useEffect, useMemo, useState } from 'react';
import type { KeyDataFragment, ModelSheetFragment } from '../../graphql/generated/catalogue';
import { type OwnValueFragment, OwnValuesDocument, SaveOwnValueDocument } from '../../graphql/generated/ownValues';
import { useRead } from '../../graphql/useRead';
import { useWaitingInputs } from '../../offline/waiting';
import { useSession } from '../../session';
import { isOfSystem, keyDatum } from '../keyData';

/** The section at the end of a sheet. */
export const OUR_NOTES = 'Our notes';
/** Of a value that waits to be sent only this is known. */
type OursOrWaiting = Pick<OwnValueFragment, 'field' | 'value'> & Partial<OwnValueFragment> & { waits?: boolean };

interface Own {
  /** The values of the catalogue. */
  catalogue: KeyDataFragment;
  /** The company's own values, by field. */
  values: ReadonlyMap<string, OursOrWaiting>;
}

/** The own values of the sheet that is shown; null without any. */
export const OwnValuesContext = createContext<Own | null>(null);

/** Key data that may have own values in it. */
export type WithOwn<Values extends KeyDataFragment = KeyDataFragment> = Values & {
  /** Whether the drawing and what is calculated with it depend on an own value. */
  hasOwnMeasures?: boolean;
};

/** The key data with the values of the company where there are any. */
export function withOwn<Values extends KeyDataFragment>(
  model: Values,
  values: readonly Pick<OwnValueFragment, 'field' | 'value'>[],
): WithOwn<Values> {
  const shown = values.reduce((data, { field, value }) => keyDatum(field)?.write(data, value) ?? data, model);
  return values.some(({ field }) => isOfSystem(field)) ? { ...shown, hasOwnMeasures: true } : shown;
}

/** In milliseconds. Values that come later move what is on the sheet. */
const LONGEST_WAIT = 1_000;

/**
 * The sheet of a model as its company sees it (docs/rules.md, "Own values and notes"). `shown` is undefined until both the model and the
 * own values are there, so that nothing moves.
 */
export function useOwnValues(id: string, model: ModelSheetFragment | undefined) {
  const { user } = useSession();
  const isKept = Boolean(user && !user.isAdmin);
  const { data, error, refetch } = useRead(OwnValuesDocument, {
    variables: { modelId: id },
    skip: !isKept,
    fetchPolicy: 'cache-and-network',
    prefetched: true,
  });
  const isAwaited = isKept && !data && !error;
  const [late, setLate] = useState('');
  const isWaiting = isAwaited && Boolean(model) && late !== id;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(id), LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [isWaiting, id]);

  const waiting = useWaitingInputs(SaveOwnValueDocument);
  const values = useMemo((): OursOrWaiting[] => {
    const later = waiting.filter(({ input, refusal }) => input.modelId === id && !refusal).map(({ input }) => input);
    const now = (data?.ownValues ?? []).filter(({ field }) => !later.some((other) => other.field === field));
    return [...now, ...later.map(({ field, value }) => ({ field, value, waits: true }))];
  }, [data, waiting, id]);
  const { shown, own } = useMemo(() => {
    if (!model || isWaiting) return { shown: undefined, own: null };
    if (!values.length) return { shown: model, own: null };
    return {
      shown: withOwn(model, values),
      own: { catalogue: model, values: new Map(values.map((one) => [one.field as string, one])) },
    };
  }, [model, values, isWaiting]);
  return { shown, own, error: data ? undefined : error, retry: () => void refetch() };
}
