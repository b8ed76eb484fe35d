import { useApolloClient } from '@apollo/client/react';
import { Box, Link as ChakraLink } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { keyDatum } from '../../catalogue/keyData';
import { Problem } from '../../components/notice/Problem';
import { type FormHandle, RecordForm } from '../../components/record/RecordForm';
import {
  LookupModelsDocument,
  MakeOptionsDocument,
  type MakeOptionsQuery,
  ModelDocument,
  type ModelSheetFragment,
} from '../../graphql/generated/catalogue';
import { type CorrectionInput, CreateCorrectionDocument } from '../../graphql/generated/feedback';
import { retryOf } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
import { newSentId, sendOrKeep } from '../../offline/send';
import { useWaiting } from '../../offline/waiting';
import { correctionPaths, lookupPath } from '../../paths';
import { useSession } from '../../session';
import { useForget } from '../feedbackChanges';
import { CorrectionFields } from './CorrectionFields';
import { chosenModel } from './chosenModel';
import {
  asComment,
  type CorrectionValues,
  commentOf,
  correctionKind,
  proposalsOf,
  refuseBlank,
} from './correctionRecord';

/** The names of the chosen records, read from the cache that the selectors filled. `shown` is the model of the address. */
function useNames() {
  const { query } = useApolloClient();
  return async ({ make, model, year }: CorrectionValues, shown: ModelSheetFragment | undefined) => {
    if (shown && make === shown.make.id && model === shown.name && year === String(shown.year))
      return { make: shown.make.displayName, modelId: shown.id };
    if (!make) return { make, modelId: null };
    const { data } = await query({ query: MakeOptionsDocument });
    const name = data?.makeOptions.find(({ id }) => id === make)?.displayName ?? '';
    if (!model || !year) return { make: name, modelId: null };
    const variables = { makeId: make, mode: 'MODEL', value: model } as const;
    const { data: found } = await query({ query: LookupModelsDocument, variables });
    return { make: name, modelId: chosenModel(found?.lookupModels, year, null) };
  };
}

/** The values of a correction that waits to be sent, or was refused (`?kept=`); null for another form. */
function useKeptValues(kept: string | null, makes: MakeOptionsQuery['makeOptions'] | undefined) {
  const waiting = useWaiting();
  if (!kept) return { values: null, isLoading: false };
  const write = waiting?.find(({ sentId }) => sentId === kept);
  const { email, make, model, year, comment, proposals } = (write?.variables.input ?? {}) as Partial<CorrectionInput>;
  const values = write &&
    makes && {
      email: email ?? '',
      make: makes.find(({ displayName }) => displayName === make)?.id ?? '',
      model: model ?? '',
      year: String(year ?? ''),
      proposals: (proposals ?? []).map(({ field, proposed }) => ({ field: field as string, proposed: proposed ?? '' })),
      comment: comment ?? '',
    };
  return { values: values ?? null, isLoading: !waiting || Boolean(write && !makes) };
}

/** The correction form. From the lookup (`?model=`), everything but the proposed values is prefilled. */
export function CorrectionForm() {
  const client = useApolloClient();
  /** The chosen model, which the form has loaded. */
  const readModel = (id: string) => client.readQuery({ query: ModelDocument, variables: { id } })?.model;
  const forget = useForget();
  const names = useNames();
  const { user } = useSession();
  const [params] = useSearchParams();
  const asked = params.get('model');
  const { data, error, refetch } = useRead(ModelDocument, { variables: { id: asked ?? '' }, skip: !asked });
  const model = data?.model;
  const kept = params.get('kept');
  const makes = useRead(MakeOptionsDocument, { skip: !kept }).data?.makeOptions;
  const again = useKeptValues(kept, makes);
  const loading = (Boolean(asked) && !model && !error) || again.isLoading;
  const [sentId] = useState(newSentId);
  const wrong = params.get('field') ?? '';

  const form = useRef<FormHandle>(null);
  const source = loading ? 'loading' : model ? 'model' : 'nothing';
  /** What the form was filled from. A model that loads later, after Retry, does not replace what was typed. */
  const filledFrom = useRef(source);
  if (!form.current?.isDirty()) filledFrom.current = source;

  const values: CorrectionValues = again.values ?? {
    email: user?.username ?? '',
    make: model?.make.id ?? '',
    model: model?.name ?? '',
    year: model ? String(model.year) : '',
    proposals: [{ field: keyDatum(wrong) ? wrong : '', proposed: '' }],
    comment: '',
  };
  const shown = model && lookupPath({ make: model.make.id, mode: 'year', value: String(model.year), id: model.id });
  return (
    <RecordForm
      ref={form}
      key={`${asked} ${kept} ${filledFrom.current}`}
      kind={correctionKind}
      record={null}
      values={values}
      loading={filledFrom.current === 'loading'}
      hasList={user?.isAdmin}
      next={user?.isAdmin ? correctionPaths.list : (shown ?? correctionPaths.mine)}
      save={async (typed) => {
        const { email, model: modelName, year } = typed;
        refuseBlank({ ...typed, comment: typed.comment.trim() || asComment(typed.proposals, undefined) });
        const proposals = proposalsOf(typed.proposals);
        const { make, modelId } = await names(typed, model);
        const input = {
          email,
          make,
          model: modelName,
          year: Number(year),
          comment: commentOf(typed, modelId ? readModel(modelId) : undefined),
          modelId,
          // Without a model, proposals cannot be applied; the comment contains them.
          proposals: modelId ? proposals : [],
          sentId,
        };
        const sent = await sendOrKeep(
          CreateCorrectionDocument,
          { input },
          {
            label: `Correction: ${make} ${modelName} (${year})`,
            edit: modelId ? correctionPaths.report(modelId) : correctionPaths.create,
            replaces: kept ?? undefined,
          },
        );
        if (sent === 'kept') return sent;
        forget.correctionSent();
        return sent.createCorrection;
      }}
    >
      <Box mt={-2}>
        <ChakraLink asChild display="inline-flex" alignItems="center" minH="control">
          <Link to={correctionPaths.mine}>My corrections</Link>
        </ChakraLink>
      </Box>
      {error && !model && (
        <Problem onRetry={retryOf(error, refetch)}>
          The model did not load. Choose it below, or describe what is wrong.
        </Problem>
      )}
      <CorrectionFields asked={asked} loading={filledFrom.current === 'loading'} />
    </RecordForm>
  );
}
