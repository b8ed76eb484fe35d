import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/form/ChoiceField';
import { FormField } from '../../components/form/FormField';
import {
  LookupModelsDocument,
  LookupValuesDocument,
  MakeOptionsDocument,
  ModelDocument,
} from '../../graphql/generated/catalogue';
import { useRead } from '../../graphql/useRead';
import { chosenModel, yearsOf } from './chosenModel';
import type { CorrectionValues } from './correctionRecord';
import { ProposalFields } from './ProposalFields';

const choicesOf = (values: readonly string[] | undefined) => values?.map((value) => ({ value, text: value }));

interface Props {
  /** The model of the URL. */
  asked: string | null;
  /** Whether it is being loaded. */
  loading: boolean;
}

/** Changing make or model loads new options and keeps the other choices (docs/look.md, "Forms"). */
export function CorrectionFields({ asked, loading }: Props) {
  const { control } = useFormContext<CorrectionValues>();
  const [make, model, year] = useWatch({ control, name: ['make', 'model', 'year'] });
  const makes = useRead(MakeOptionsDocument);
  const models = useRead(LookupValuesDocument, { variables: { makeId: make, mode: 'MODEL' }, skip: !make });
  const lines = useRead(LookupModelsDocument, {
    variables: { makeId: make, mode: 'MODEL', value: model },
    skip: !make || !model,
  });
  const found = lines.data?.lookupModels;
  const id = make && model && year ? chosenModel(found, year, asked) : null;
  const today = useRead(ModelDocument, {
    variables: { id: id ?? '' },
    skip: !id,
    // The displayed current values must be up to date.
    fetchPolicy: 'cache-and-network',
  });
  // Until the asked model has loaded, all fields take their space, so that nothing moves.
  const awaited = loading || (asked !== null && lines.loading);
  const makeName = makes.data?.makeOptions.find((one) => one.id === make)?.displayName ?? 'this make';

  return (
    <>
      <ChoiceField
        name="make"
        label="Make"
        choices={makes.data?.makeOptions.map((one) => ({ value: one.id, text: one.displayName }))}
        failure={makes.error && 'The makes did not load.'}
        onRetry={() => void makes.refetch()}
      />
      {(make || awaited) && (
        <ChoiceField
          name="model"
          label="Model"
          choices={choicesOf(models.data?.lookupValues)}
          failure={models.error && 'The models did not load.'}
          onRetry={() => void models.refetch()}
          unlisted={(name) => `${name} (not among ${makeName}’s)`}
        />
      )}
      {((make && model) || awaited) && (
        <ChoiceField
          name="year"
          label="Year"
          choices={choicesOf(yearsOf(found))}
          failure={lines.error && 'The years did not load.'}
          onRetry={() => void lines.refetch()}
          unlisted={(value) => `${value} (not in the guide)`}
        />
      )}
      {(id || awaited) && <ProposalFields model={today.data?.model} />}
      <FormField name="comment" label="Comment" lines={4} required />
      <FormField name="email" label="Email Id" type="email" required help="We reply to this address." />
    </>
  );
}
