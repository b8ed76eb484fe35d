import { Button, chakra, Text } from '@chakra-ui/react';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Select } from '../../components/form/Select';
import { TextField } from '../../components/form/TextField';
import { Notice } from '../../components/notice/Notice';
import { helpOf } from '../help/Help';
import { isMeasured, problemsOf, TERMS, type TermName, type Terms, UNITS, USUAL_TOLERANCE } from './measuredTerms';

interface Props {
  terms: Terms;
  onSearch: (terms: Terms) => void;
}

const EXAMPLES: Partial<Record<TermName, Record<Terms['unit'], string>>> = {
  cuts: { inch: '6', mm: '6' },
  first: { inch: '.098', mm: '2.5' },
  pitch: { inch: '.098', mm: '2.5' },
  distances: { inch: '.098 .197 .295', mm: '2.5 5.0 7.5' },
  shallowest: { inch: '.258', mm: '6.55' },
  deepest: { inch: '.199', mm: '5.05' },
  tolerance: USUAL_TOLERANCE,
};

/** The values of a measured key; Enter or the button compares them. */
export function IdentifyForm({ terms, onSearch }: Props) {
  const [unit, setUnit] = useState(terms.unit);
  const [sides, setSides] = useState(terms.sides);
  const [problems, setProblems] = useState<Partial<Record<TermName, string>>>({});
  const [isEmpty, setEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const typed = Object.fromEntries(TERMS.map(({ name }) => [name, String(data.get(name) ?? '').trim()]));
    const next = { ...typed, sides, unit } as Terms;
    const wrong = problemsOf(next);
    setProblems(wrong);
    setEmpty(!isMeasured(next));
    const first = TERMS.find(({ name }) => wrong[name])?.name ?? (isMeasured(next) ? null : 'first');
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else onSearch(next);
  };

  return (
    <chakra.form
      ref={form}
      aria-label="Measured key"
      noValidate
      onSubmit={submit}
      onInput={() => setEmpty(false)}
      p={{ base: 3, md: 4 }}
      bg="panel"
      borderWidth="1px"
      borderRadius="sm"
    >
      <Text mb={4} color="muted" maxW="measure">
        Measure from the stop to the middle of each cut, and from the bottom of a cut to the bottom of the blade. Leave
        out what you cannot measure.
      </Text>
      <chakra.div
        display="grid"
        gap={4}
        gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' }}
      >
        <Select
          label="Unit"
          value={unit}
          options={UNITS.map((one) => [one, one] as const)}
          onChange={(value) => setUnit(value === 'mm' ? 'mm' : 'inch')}
        />
        {TERMS.map(({ name, label, help }) =>
          name === 'sides' ? (
            <Select
              key={name}
              label={label}
              beside={helpOf({ help })}
              value={sides}
              options={[
                ['', 'Unknown'],
                ['1', '1'],
                ['2', '2'],
              ]}
              onChange={setSides}
            />
          ) : (
            <TextField
              key={name}
              label={label}
              beside={helpOf({ help })}
              name={name}
              defaultValue={terms[name]}
              placeholder={EXAMPLES[name]?.[unit]}
              error={problems[name]}
              inputMode={name === 'cuts' ? 'numeric' : name === 'distances' ? 'text' : 'decimal'}
              autoComplete="off"
              fontFamily="mono"
            />
          ),
        )}
      </chakra.div>
      <chakra.div mt={4} display="flex" gap={3} flexWrap="wrap" alignItems="center">
        <Button type="submit">
          <KeyRound aria-hidden="true" />
          Identify
        </Button>
        {isEmpty && (
          <Notice kind="warning" role="alert">
            Enter at least one length: the first cut, the pitch, a distance or a depth.
          </Notice>
        )}
      </chakra.div>
    </chakra.form>
  );
}
