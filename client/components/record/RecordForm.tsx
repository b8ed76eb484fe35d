import { Box, chakra, Flex, Stack } from '@chakra-ui/react';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import { FormStateContext } from '../form/useFormState';
import { ConfirmDialog } from '../notice/ConfirmDialog';
import { Notice } from '../notice/Notice';
import { PageHeading } from '../PageHeading';
import { LeaveGuard } from './LeaveGuard';
import { ProblemBanner } from './ProblemBanner';
import { fieldId } from './record';
import { SaveBar } from './SaveBar';
import { StaleEdit } from './StaleEdit';
import { useLeave } from './useLeave';
import { type SavingOptions, useSaving } from './useSaving';

interface Props<Values extends FieldValues> extends Omit<SavingOptions<Values>, 'onDone'> {
  /** Whether the record is still loading: the fields are shown but disabled. */
  loading?: boolean;
  /** The name of the record that a new one copies. */
  copyOf?: string | undefined;
  /** The field that has the focus at first, if not the heading. */
  focus?: (keyof Values & string) | undefined;
  /** Links to what shows the record, next to the heading. */
  links?: ReactNode;
  /** Other data that is deleted with the record. */
  removeNote?: ReactNode;
  /** Shown next to the fields where there is room, such as a rail to jump between them. */
  aside?: ReactNode;
  /** The target after a save, if not the list that opened the form or the list of this kind. */
  next?: string;
  /** Whether the user may open the list; if not, there is no List button. */
  hasList?: boolean | undefined;
  /** Lets another part of the page check for unsaved changes. */
  ref?: Ref<FormHandle>;
  /** The fields. */
  children: ReactNode;
}

export interface FormHandle {
  isDirty: () => boolean;
}

const errorsOf = (problem: ReturnType<typeof useSaving>['problem']) =>
  problem?.kind === 'invalid' ? problem.errors : {};

/** Over the hidden fields of a form whose record is being loaded (docs/look.md, "Forms"). */
const LoadingOverlay = () => (
  <Box
    role="status"
    position="absolute"
    top={12}
    left="50%"
    transform="translateX(-50%)"
    zIndex={1}
    px={6}
    py={3}
    bg="panel"
    borderWidth="1px"
    borderColor="controlBorder"
    borderRadius="control"
    fontWeight="semibold"
    visibility="visible"
  >
    Loading...
  </Box>
);

/** The form of a record. The children are its fields; this component has what all forms do (docs/look.md, "Forms"). */
export function RecordForm<Values extends FieldValues>(props: Props<Values>) {
  const { kind, record, remove, removeNote, loading = false, aside, next, hasList = true, ref, children } = props;
  const { copyOf, focus, links } = props;
  const isEdit = Boolean(record) || (loading && Boolean(remove));
  const { listPath, leave } = useLeave({ paths: kind.paths, next, hasList });
  const saving = useSaving({ ...props, onDone: leave });
  const { form, busy, problem, changes, isDirty } = saving;
  useImperativeHandle(ref, () => ({ isDirty }), [isDirty]);
  const [asking, setAsking] = useState(false);
  const title = `${isEdit ? 'Edit' : 'Create'} ${kind.title}`;
  const subject = isEdit ? (record?.name ?? '') : copyOf;
  const heading = copyOf === undefined ? title : 'Copy of';

  useEffect(() => {
    if (focus && !loading) document.getElementById(fieldId(focus))?.focus();
  }, [focus, loading]);

  return (
    <FormProvider {...form}>
      <FormStateContext value={{ errors: errorsOf(problem), edited: saving.edited, hold: saving.hold }}>
        <Box px={{ base: 4, md: 6 }} pt={{ base: 4, md: 6 }} maxW="80rem">
          <Flex mb={4} columnGap={4} rowGap={2} wrap="wrap" justify="space-between" align="flex-start">
            <PageHeading
              title={record ? `${title}: ${record.name}` : copyOf ? `${heading} ${copyOf}` : title}
              page={`${title} ${record?.id ?? ''}`}
              subject={subject}
              minW={0}
            >
              {heading}
            </PageHeading>
            {links}
          </Flex>
          <chakra.form
            noValidate
            aria-label={title}
            aria-busy={loading || busy !== null}
            onSubmit={(event) => {
              event.preventDefault();
              void saving.submit();
            }}
            // Any edit clears earlier errors (docs/look.md, "Forms"); a click on a link in the error summary does not.
            onInput={saving.edited}
          >
            {saving.restored && (
              <Box mb={4}>
                <Notice role="status">Your unsaved changes were restored.</Notice>
              </Box>
            )}
            <ProblemBanner problem={problem} fields={kind.fields} onRetry={saving.retry} />
            {changes && <StaleEdit changes={changes} onTake={saving.take} />}
            {/* A record may bring a warning along, which would move visible fields. */}
            <Box position="relative" visibility={loading ? 'hidden' : undefined}>
              {aside ? (
                <Box
                  display="grid"
                  gap={6}
                  gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '11rem minmax(0, 1fr)' }}
                >
                  {aside}
                  <Stack gap={6}>{children}</Stack>
                </Box>
              ) : (
                <Stack gap={4} maxW="measure">
                  {children}
                </Stack>
              )}
              {loading && <LoadingOverlay />}
            </Box>
            <SaveBar
              maxW={aside ? undefined : 'measure'}
              label={isEdit ? 'Update' : 'Save'}
              busy={busy}
              waiting={saving.waiting}
              disabled={loading}
              listPath={hasList ? listPath : undefined}
              onDelete={isEdit && remove ? () => setAsking(true) : undefined}
            />
          </chakra.form>
        </Box>
        <LeaveGuard isDirty={isDirty} />
        <ConfirmDialog
          open={asking}
          title={`Delete ${record?.name ?? kind.title}?`}
          cancel="Cancel"
          confirm="Delete"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void saving.deleteRecord();
          }}
        >
          {removeNote} This cannot be undone.
        </ConfirmDialog>
      </FormStateContext>
    </FormProvider>
  );
}
