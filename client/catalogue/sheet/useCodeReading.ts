import { ReadCodeDocument } from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';

/** What the key code in the address means on the sheet of the model `modelId`; nothing without a code. */
export function useCodeReading(modelId: string, code: string | null | undefined) {
  const { data, error, refetch } = useRead(ReadCodeDocument, {
    variables: { modelId, code: code ?? '' },
    fetchPolicy: 'cache-and-network',
    skip: !code,
  });
  const reading = code ? data?.readCode : undefined;
  const isAwaited = Boolean(code) && !reading && !error;
  const { cuts, direction } = reading ?? {};
  /** As a bitting in the order of the code. */
  const bitting = (direction === 'tip to bow' ? cuts?.toReversed() : cuts)?.join('-') ?? '';
  return { reading, error, refetch, bitting: isAwaited ? null : bitting };
}
