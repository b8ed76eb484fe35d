import { Box, Button, Link as ChakraLink, Field, Text, Textarea } from '@chakra-ui/react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { keyDatum } from '../../../catalogue/keyData';
import { DialogForm } from '../../../components/form/DialogForm';
import { ErrorText } from '../../../components/form/ErrorText';
import { TextField } from '../../../components/form/TextField';
import { announce } from '../../../components/notice/LiveRegion';
import { toast } from '../../../components/notice/toast';
import { InvalidInput, saveProblem } from '../../../components/record/saveProblem';
import { useOnce } from '../../../components/useOnce';
import { ModelDocument } from '../../../graphql/generated/catalogue';
import { CreateCorrectionDocument } from '../../../graphql/generated/feedback';
import { useRead } from '../../../graphql/useRead';
import { newSentId, sendOrKeep, WILL_BE_SENT } from '../../../offline/send';
import { correctionPaths, paths } from '../../../paths';
import { useSession } from '../../../session';
import { useForget } from '../../feedbackChanges';
import { asComment, correctionKind, proposalsOf } from '../correctionRecord';
import { FieldSelect } from '../FieldSelect';
import { ShouldBe } from '../ShouldBe';
import { OwnValue } from './OwnValue';
import { useOwnValue } from './useOwnValue';

interface Props {
  model: { id: string; name: string; year: number; make: { displayName: string } };
  field: string;
  onClose: () => void;
}

/**
 * One value of a sheet that should be another one: sent as a correction, kept as the company's own value, or both, without leaving the
 * sheet.
 */
export function CorrectionDialog({ model, field: touched, onClose }: Props) {
  const { id, name, year, make } = model;
  const { user } = useSession();
  const forget = useForget();
  const [once] = useOnce();
  const [doing, setDoing] = useState<'send' | 'keep' | 'remove' | null>(null);
  // The sheet has loaded it already.
  const values = useRead(ModelDocument, { variables: { id: model.id } }).data?.model;
  const formId = useId();
  const [sentId] = useState(newSentId);
  const [field, setField] = useState(touched);
  const [typed, setProposed] = useState<string | null>(null);
  const [remark, setRemark] = useState('');
  const [email, setEmail] = useState(user?.username ?? '');
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const own = useOwnValue(id, field);
  const proposed = typed ?? own.waiting ?? own.kept?.value ?? '';
  const datum = keyDatum(field);
  const today = (values && datum?.read(values)) ?? '';

  const edited = () => {
    setErrors({});
    setProblem(null);
  };
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      edited();
      set(value);
    };
  const send = async () => {
    if (!datum && !remark.trim())
      throw new InvalidInput({ proposals: ['Choose what is wrong, or describe it in a remark.'] });
    if (datum && proposed.trim() && proposed.trim() === today)
      throw new InvalidInput({ proposed: ['The sheet already says this.'] });
    const given = [{ field, proposed }];
    const input = {
      email,
      make: make.displayName,
      model: name,
      year,
      modelId: id,
      comment: [asComment(given, values), remark.trim()].filter(Boolean).join('\n'),
      proposals: proposalsOf(given),
      sentId,
    };
    const about = {
      label: `${datum ? `Correction of ${datum.label}` : 'Correction'}: ${make.displayName} ${name} (${year})`,
      edit: correctionPaths.report(id),
    };
    if ((await sendOrKeep(CreateCorrectionDocument, { input }, about)) === 'kept') toast(WILL_BE_SENT, paths.offline);
    else {
      forget.correctionSent();
      toast(correctionKind.words.created);
    }
    onClose();
  };
  const keep = async () => {
    if (!proposed.trim()) throw new InvalidInput({ proposed: ['Type the value to keep.'] });
    if (proposed.trim() === today)
      throw new InvalidInput({
        proposed: [
          own.kept ? 'This is the catalogue’s value: remove ours instead.' : 'The catalogue already says this.',
        ],
      });
    if ((await own.keep(proposed)) === 'kept') toast(WILL_BE_SENT, paths.offline);
    // The sheet shows it.
    else announce('Kept as our own value');
    onClose();
  };
  const act = (what: NonNullable<typeof doing>, todo: () => Promise<void>) =>
    void once(async () => {
      setDoing(what);
      edited();
      await todo().catch(fail);
      setDoing(null);
    });
  const fail = (error: unknown) => {
    const found = saveProblem(error);
    if (found.kind === 'silent') return setProblem('The server did not respond. Please try again.');
    if (found.kind === 'failed') return setProblem([found.heading, found.detail].filter(Boolean).join(' '));
    // The server's messages about the proposals are about their one value.
    const { proposals, value } = error instanceof InvalidInput ? {} : found.errors;
    const ofValue = proposals ?? value;
    setErrors(ofValue ? { ...found.errors, proposed: ofValue } : found.errors);
    // Messages about what this form has no field for.
    const { email: _email, proposals: _proposals, proposed: _proposed, value: _value, ...others } = found.errors;
    setProblem(Object.values(others).flat().join(', ') || null);
  };

  return (
    <DialogForm
      title={touched && datum ? `Correct ${datum.label}` : 'Report a correction'}
      description={
        <Text translate="no">
          {make.displayName} {name} ({year})
        </Text>
      }
      other={
        own.isKept &&
        datum && (
          <Button type="button" variant="outline" aria-disabled={doing !== null} onClick={() => act('keep', keep)}>
            {doing === 'keep' ? 'Saving...' : 'Keep as our own value'}
          </Button>
        )
      }
      label={doing === 'send' ? 'Sending...' : own.kept ? 'Send to Motokey' : 'Send'}
      busy={doing !== null}
      problem={problem}
      onClose={onClose}
      onSubmit={() => act('send', send)}
    >
      {!touched && (
        <Field.Root id={`${formId}-field`} invalid={Boolean(errors.proposals)}>
          <Field.Label>Field</Field.Label>
          <FieldSelect
            id={`${formId}-field`}
            data-first-field=""
            value={field}
            onChange={({ target }) => {
              // Another field needs another control: the value typed for this one would not fit.
              if (datum?.choices ?? keyDatum(target.value)?.choices) setProposed(null);
              edit(setField)(target.value);
            }}
          />
          <ErrorText>{errors.proposals?.join(', ')}</ErrorText>
        </Field.Root>
      )}
      {datum && (
        <>
          <Box>
            <Text color="muted">Today</Text>
            <Text translate="no" textStyle="measure" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {today || '—'}
            </Text>
          </Box>
          {own.kept && (
            <OwnValue
              value={own.kept}
              isRemoving={doing === 'remove'}
              onRemove={(kept) => act('remove', async () => void (await own.remove(kept)))}
            />
          )}
          <Field.Root id={`${formId}-proposed`} invalid={Boolean(errors.proposed)}>
            <Field.Label>Should be</Field.Label>
            <ShouldBe
              id={`${formId}-proposed`}
              data-first-field={touched ? '' : undefined}
              datum={datum}
              value={proposed}
              onChange={({ target }) => edit(setProposed)(target.value)}
            />
            <Field.HelperText>Leave it empty if you only know that the value is wrong.</Field.HelperText>
            <ErrorText>{errors.proposed?.join(', ')}</ErrorText>
          </Field.Root>
        </>
      )}
      <Field.Root>
        <Field.Label>Remark</Field.Label>
        <Textarea rows={2} value={remark} onChange={({ target }) => edit(setRemark)(target.value)} />
      </Field.Root>
      <TextField
        label="Email Id"
        type="email"
        required
        autoComplete="email"
        value={email}
        error={errors.email?.join(', ')}
        onChange={({ target }) => edit(setEmail)(target.value)}
      />
      <Text mt={-3} color="muted" fontSize="xs">
        We reply to this address.
      </Text>
      <ChakraLink asChild alignSelf="flex-start" display="inline-flex" alignItems="center" minH="control">
        <Link to={correctionPaths.report(id)} state={{ back: !user?.isAdmin }}>
          Several values, or another bike
        </Link>
      </ChakraLink>
    </DialogForm>
  );
}
