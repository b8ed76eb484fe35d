import { useApolloClient } from '@apollo/client/react';
import { Box, Link as ChakraLink } from '@chakra-ui/react';
import { Link, useSearchParams } from 'react-router-dom';
import { keyDatum } from '../../catalogue/keyData';
import { Problem } from '../../components/notice/Problem';
import { RecordForm } from '../../components/record/RecordForm';
import { LookupModelsDocument, MakeOptionsDocument, ModelDocument } from '../../graphql/generated/catalogue';
import { CreateCorrectionDocument } from '../../graphql/generated/feedback';
import { retryOf } from '../../graphql/graphErrors';
import { useRead } from '../../graphql/useRead';
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

/** The names of the chosen records, read from the cache that the selectors filled. */
function useNames() {
  const { query } = useApolloClient();
  return async ({ make, model, year }: CorrectionValues, asked: string | null) => {
    if (!make) return { make, modelId: null };
    const { data } = await query({ query: MakeOptionsDocument });
    const name = data?.makeOptions.find(({ id }) => id === make)?.displayName ?? '';
    if (!model || !year) return { make: name, modelId: null };
    const variables = { makeId: make, mode: 'MODEL', value: model } as const;
    const { data: found } = await query({ query: LookupModelsDocument, variables });
    return { make: name, modelId: chosenModel(found?.lookupModels, year, asked) };
  };
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
  const loading = Boolean(asked) && !model && !error;
  const wrong = params.get('field') ?? '';

  const values: CorrectionValues = {
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
      key={`${asked} ${loading} ${Boolean(model)}`}
      kind={correctionKind}
      record={null}
      values={values}
      loading={loading}
      hasList={user?.isAdmin}
      next={user?.isAdmin ? correctionPaths.list : (shown ?? correctionPaths.mine)}
      save={async (typed) => {
        const { email, model: modelName, year } = typed;
        refuseBlank({ ...typed, comment: typed.comment.trim() || asComment(typed.proposals, undefined) });
        const proposals = proposalsOf(typed.proposals);
        const { make, modelId } = await names(typed, asked);
        const input = {
          email,
          make,
          model: modelName,
          year: Number(year),
          comment: commentOf(typed, modelId ? readModel(modelId) : undefined),
          modelId,
          // Without a model, proposals cannot be applied; the comment contains them.
          proposals: modelId ? proposals : [],
        };
        const { data: sent } = await client.mutate({ mutation: CreateCorrectionDocument, variables: { input } });
        forget.correctionSent();
        return sent?.createCorrection;
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
      <CorrectionFields asked={asked} loading={loading} />
    </RecordForm>
  );
}
