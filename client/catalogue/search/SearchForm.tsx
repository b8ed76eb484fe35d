import { Button, chakra, Flex } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { Notice } from '../../components/notice/Notice';
import { checkedTerms } from '../checks/checkedFilter';
import { disputedTerm, isEmpty, orders, type SearchTerms, sortings, yearOf } from './searchTerms';

interface Props {
  terms: SearchTerms;
  onSearch: (terms: SearchTerms) => void;
}

/** The fields of the database search; Enter or the button runs it. */
export function SearchForm({ terms, onSearch }: Props) {
  const [sorting, setSorting] = useState(terms.sorting);
  const [order, setOrder] = useState(terms.order);
  const [checked, setChecked] = useState(terms.checked);
  const [disputed, setDisputed] = useState(terms.disputed);
  const [refusal, setRefusal] = useState<{ empty?: boolean; year?: string }>({});
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const next = {
      make: text('make'),
      model: text('model'),
      year: text('year'),
      keyword: text('keyword'),
      checked,
      source: text('source'),
      disputed,
      sorting,
      order,
    };
    const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
    // A number field with invalid text reads as empty.
    const yearField = form.current?.querySelector<HTMLInputElement>('[name=year]');
    if (yearField?.validity.badInput || (next.year && yearOf(next.year) === null)) {
      setRefusal({ year: 'The year must be a whole number.' });
      focus('year');
    } else if (isEmpty(next)) {
      setRefusal({ empty: true });
      focus('make');
    } else {
      setRefusal({});
      onSearch(next);
    }
  };

  return (
    <chakra.form
      ref={form}
      role="search"
      aria-label="Database"
      noValidate
      onSubmit={submit}
      onInput={() => setRefusal({})}
      p={{ base: 3, md: 4 }}
      bg="panel"
      borderWidth="1px"
      borderRadius="sm"
    >
      <chakra.div
        display="grid"
        gap={4}
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
      >
        <TextField label="Make" name="make" defaultValue={terms.make} autoComplete="off" />
        <TextField label="Model" name="model" defaultValue={terms.model} autoComplete="off" />
        <TextField
          label="Year"
          name="year"
          type="number"
          inputMode="numeric"
          defaultValue={terms.year}
          error={refusal.year}
        />
        <TextField label="Keyword" name="keyword" defaultValue={terms.keyword} autoComplete="off" />
        <Select
          label={checkedTerms.checked.label}
          name="checked"
          value={checked}
          options={[['', checkedTerms.checked.all], ...checkedTerms.checked.options]}
          onChange={setChecked}
        />
        <TextField label={checkedTerms.source.label} name="source" defaultValue={terms.source} autoComplete="off" />
        <Select
          label={disputedTerm.label}
          name="disputed"
          value={disputed}
          options={[['', disputedTerm.all], ...disputedTerm.options]}
          onChange={setDisputed}
        />
        <Select
          label="Sorting"
          name="sorting"
          value={sorting}
          options={sortings.map((value) => [value, value] as const)}
          onChange={setSorting}
        />
        <Select
          label="Order"
          name="order"
          value={order}
          options={orders.map((value) => [value, value] as const)}
          onChange={setOrder}
        />
      </chakra.div>
      <Flex mt={4} gap={3} wrap="wrap" align="center">
        <Button type="submit">
          <Search aria-hidden="true" />
          Search
        </Button>
        {refusal.empty && (
          <Notice kind="warning" role="alert">
            Type a make, a model, a year or a keyword.
          </Notice>
        )}
      </Flex>
    </chakra.form>
  );
}
