import { useApolloClient } from '@apollo/client/react';
import { Box, Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { BookmarkPlus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Checkbox } from '../../components/form/Checkbox';
import { FormDialog } from '../../components/form/FormDialog';
import { SelectControl } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import type { ListName } from '../../components/list/viewsSlot';
import { ConfirmDialog } from '../../components/notice/ConfirmDialog';
import { Problem } from '../../components/notice/Problem';
import { toast } from '../../components/notice/toast';
import { saveProblem } from '../../components/record/saveProblem';
import { useOnce } from '../../components/useOnce';
import {
  DeleteListViewDocument,
  type ListViewLineFragment,
  ListViewsDocument,
  SaveListViewDocument,
} from '../../graphql/generated/views';
import { useForgetFields } from '../../graphql/useForgetFields';
import { useRead } from '../../graphql/useRead';

const labelOf = ({ name, own, shared, username }: ListViewLineFragment) =>
  own ? `${name}${shared ? ' (shared)' : ''}` : `${name} (by ${username})`;

/** What a view keeps of a list's address: all but the page, in a fixed order, so that two can be compared. */
function viewSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}

function problemOf(error: unknown): string {
  const problem = saveProblem(error);
  if (problem.kind === 'silent') return 'The server did not respond. Please try again.';
  if (problem.kind === 'invalid') return Object.values(problem.errors).flat().join(' ');
  return [problem.heading, problem.detail].filter(Boolean).join(' ');
}

/** The views of a list that administrators keep: its filters and order, under a name. */
export function SavedViews({ list }: { list: ListName }) {
  const [params, setParams] = useSearchParams();
  const { mutate } = useApolloClient();
  const forget = useForgetFields();
  const [once, busy] = useOnce();
  const { data, error, refetch } = useRead(ListViewsDocument, { variables: { list } });
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  const views = data?.listViews ?? [];
  const now = viewSearch(params.toString());
  const current = now ? views.find(({ search }) => viewSearch(search) === now) : undefined;

  const act = (run: () => Promise<unknown>, done: string) =>
    once(async () => {
      setFailure(null);
      try {
        await run();
        setDialog(null);
        forget(['listViews']);
        toast(done);
      } catch (problem) {
        setFailure(problemOf(problem));
      }
    });
  const open = (which: 'save' | 'delete') => {
    setFailure(null);
    setDialog(which);
  };
  if (error && !data) return <Problem onRetry={() => void refetch()}>The saved views did not load.</Problem>;
  return (
    <>
      {now && !current && (
        <Button variant="outline" onClick={() => open('save')}>
          <BookmarkPlus aria-hidden="true" />
          Save view
        </Button>
      )}
      {current?.own && (
        <Button variant="outline" onClick={() => open('delete')}>
          <Trash2 aria-hidden="true" />
          Delete view
        </Button>
      )}
      {failure && !dialog && <Problem>{failure}</Problem>}
      <Flex align="center" columnGap={2} minW={0} mdDown={{ flex: '1 1 12rem', order: -1, flexWrap: 'wrap' }}>
        <chakra.label htmlFor={id} color="muted" whiteSpace="nowrap">
          Saved view
        </chakra.label>
        <Box flex={{ base: '1 1 8rem', md: 'none' }} w={{ md: '10rem' }} minW={0} maxW={{ md: '16rem' }}>
          <SelectControl
            id={id}
            value={current?.id ?? ''}
            onChange={({ target }) =>
              setParams(views.find((view) => view.id === target.value)?.search ?? '', { preventScrollReset: true })
            }
          >
            <option value="">{current || !now ? 'None' : 'Not saved'}</option>
            {views.map((view) => (
              <option key={view.id} value={view.id}>
                {labelOf(view)}
              </option>
            ))}
          </SelectControl>
        </Box>
      </Flex>
      {dialog === 'save' && (
        <SaveView
          busy={busy}
          failure={failure}
          onClose={() => setDialog(null)}
          onSave={(name, shared) => {
            const variables = { input: { list, name, shared, search: now } };
            void act(() => mutate({ mutation: SaveListViewDocument, variables }), 'View saved');
          }}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={`Delete the view ${current?.name ?? ''}?`}
        cancel="Cancel"
        confirm="Delete"
        onCancel={() => setDialog(null)}
        onConfirm={() => {
          setDialog(null);
          const variables = { id: current?.id ?? '' };
          void act(() => mutate({ mutation: DeleteListViewDocument, variables }), 'View deleted');
        }}
      >
        {current?.shared ? 'The other administrators will lose it, too. ' : ''}The filters stay as they are.
      </ConfirmDialog>
    </>
  );
}

interface SaveViewProps {
  busy: boolean;
  failure: string | null;
  onClose: () => void;
  onSave: (name: string, shared: boolean) => void;
}

function SaveView({ busy, failure, onClose, onSave }: SaveViewProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onSave(name.trim(), shared);
    else setMissing(true);
  };
  return (
    <FormDialog
      title="Save view"
      description={<Text mb={3}>Keeps the filters and the order. Your view of the same name is replaced.</Text>}
      onClose={onClose}
    >
      <form onSubmit={submit} aria-label="Save view" noValidate>
        <Stack gap={4}>
          {failure && <Problem>{failure}</Problem>}
          <TextField
            label="Name"
            data-first-field=""
            autoComplete="off"
            maxLength={255}
            error={missing ? 'The name field is required.' : undefined}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              setMissing(false);
            }}
          />
          <Checkbox name="shared" label="Share it with all administrators" onChange={setShared} />
          <Flex gap={2} justify="flex-end" wrap="wrap">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">{busy ? 'Saving...' : 'Save'}</Button>
          </Flex>
        </Stack>
      </form>
    </FormDialog>
  );
}
