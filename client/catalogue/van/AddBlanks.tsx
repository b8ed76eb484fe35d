import { Button, Text } from '@chakra-ui/react';
import { Plus, Undo2 } from 'lucide-react';
import { type FormEvent, useReducer, useRef, useState } from 'react';
import { TextField } from '../../components/form/TextField';
import { announce } from '../../components/notice/LiveRegion';
import { styled } from '../../components/styled';
import { formatCount } from '../../components/text/counts';
import { outlineButton } from '../../recipes';
import { blankKey, MOST_OF_BLANK, wrongBlank } from './pastedBlanks';
import { confirmed, refused, type Scan, scanned, takenBack, takingBack } from './scans';
import type { useVan } from './useVan';

const Panel = styled('section', {
  mb: 4,
  p: { base: 3, md: 4 },
  maxW: '48rem',
  bg: 'panel',
  borderWidth: '1px',
  borderRadius: 'sm',
  '& form': { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 3 },
  '& form > div:first-of-type': { flex: '1 1 11rem' },
  '& form > div:nth-of-type(2)': { flex: '0 0 6rem' },
  // Level with the inputs, below their labels.
  '& form > button': { mt: { base: 0, md: 'calc(1lh + 0.4375rem)' }, flex: { mdDown: '1 1 100%' } },
  '& ul': { mt: 3, borderTopWidth: '1px' },
  '& li': { display: 'flex', alignItems: 'center', columnGap: 3, minH: 'control', borderBottomWidth: '1px' },
  '& li:last-of-type': { borderBottomWidth: 0 },
  '& li > b': { textStyle: 'code', overflowWrap: 'anywhere', minW: 0 },
  '& li > span': { flex: 1, color: 'muted' },
  '& li > button': { ...outlineButton, flexShrink: 0, minH: 'calc(var(--control) - 4px)', my: 0.5 },
});

interface Props {
  van: ReturnType<typeof useVan>;
  /** Whether nothing is listed yet. */
  isEmpty: boolean;
}

type Change = (scans: readonly Scan[]) => Scan[];

/**
 * The field for a scanner, which types fast and ends with Enter, and for whoever types: each Enter adds to the count. What was
 * added is listed below, and can be taken back.
 */
export function AddBlanks({ van, isEmpty }: Props) {
  const [scans, change] = useReducer((before: readonly Scan[], next: Change) => next(before), []);
  const [problems, setProblems] = useState<{ name?: string; number?: string }>({});
  const form = useRef<HTMLFormElement>(null);
  /** Some scanners end with two line ends. */
  const scannedAt = useRef(0);

  const add = async (name: string, number: number) => {
    const key = blankKey(name);
    change((before) => scanned(before, name));
    const blank = (await van.save([{ name, add: number }]))?.[0];
    change((before) => (blank ? confirmed(before, key, number, blank) : refused(before, key)));
    if (blank) announce(`${blank.name}: ${blank.count} in the van`);
  };

  const takeBack = async ({ key, name, added, isNew }: Scan) => {
    const last = added.at(-1) ?? 0;
    change((before) => takingBack(before, key));
    const blank = (await van.save([{ name, add: -last }]))?.[0];
    change((before) => (blank ? takenBack(before, key, blank.count) : refused(before, key, last)));
    if (!blank) return;
    announce(`${blank.name}: ${blank.count} in the van`);
    // A blank that was scanned by mistake goes again, unless somebody has counted it since.
    if (isNew && added.length === 1 && blank.count === 0) await van.remove(blank).catch(() => {});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [name, typed] = ['blank', 'number'].map((one) => String(data.get(one) ?? '').trim()) as [string, string];
    if (!name && Date.now() - scannedAt.current < 500) return;
    const isNumber = /^[1-9]\d{0,3}$/.test(typed) && Number(typed) <= MOST_OF_BLANK;
    const found = {
      ...(name ? wrongBlank(name) && { name: wrongBlank(name) ?? '' } : { name: 'Scan or type a blank first.' }),
      ...(!isNumber && { number: 'From 1 to 9,999.' }),
    };
    setProblems(found);
    const focusOn = (field: string) => form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
    if (found.name) return focusOn('blank');
    if (found.number) return focusOn('number');
    void add(name, Number(typed));
    scannedAt.current = Date.now();
    form.current?.reset();
    focusOn('blank');
  };

  return (
    <Panel aria-label="Add blanks">
      {isEmpty && (
        <Text mb={3} maxW="measure">
          Write down which blanks are in the van, and how many. Each sheet then says what you have for it, such as “3 in
          the van: X265”, also where it names the same blank differently. Your colleagues share the list; nobody else
          sees it.
        </Text>
      )}
      <form ref={form} noValidate onSubmit={submit} onInput={() => setProblems({})} aria-label="Add a blank">
        <TextField
          label="Scan or type a blank"
          name="blank"
          placeholder="X265"
          error={problems.name}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          fontFamily="mono"
        />
        <TextField
          label="How many"
          name="number"
          defaultValue="1"
          error={problems.number}
          inputMode="numeric"
          maxLength={4}
          autoComplete="off"
          fontFamily="mono"
        />
        <Button type="submit">
          <Plus aria-hidden="true" />
          Add
        </Button>
      </form>
      {scans.length > 0 && (
        <ul aria-label="Just added">
          {scans.map((scan) => (
            <li key={scan.key}>
              <b translate="no">{scan.name}</b>
              <span>{wordsOf(scan)}</span>
              {scan.added.length > 0 && (
                <button type="button" aria-label={`Undo ${scan.name}`} onClick={() => void takeBack(scan)}>
                  <Undo2 size={20} aria-hidden="true" />
                  Undo
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function wordsOf({ added, waiting, count }: Scan): string {
  const sum = added.reduce((one, other) => one + other, 0);
  const done = sum > 0 ? `+${formatCount(sum)}` : '';
  const now = waiting > 0 ? 'Saving…' : count !== null ? `${formatCount(count)} in the van` : '';
  return [done, now].filter(Boolean).join(' · ');
}
