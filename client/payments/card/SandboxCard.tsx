import { chakra, Grid, Stack, Text } from '@chakra-ui/react';
import { type ChangeEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { TextField } from '../../components/form/TextField';
import { Notice } from '../../components/notice/Notice';
import type { CardProps } from './cardEntry';
import { type CardFields, caretAfter, sandboxCard, written, wrongCard } from './sandboxCards';

type Name = keyof CardFields;

const Nowrap = chakra('span', { base: { whiteSpace: 'nowrap' } });

const NAMES: Name[] = ['number', 'expiry', 'cvc'];

/** Formats the typed text and keeps the caret after the same digit. */
function rewrite(input: HTMLInputElement, name: Name): string {
  const { value, selectionStart } = input;
  const text = written[name](value);
  const caret = selectionStart ?? value.length;
  const atEnd = caret === value.length;
  const count = value.slice(0, caret).replace(/\D/g, '').length;
  if (text !== value) {
    input.value = text;
    const place = atEnd ? text.length : caretAfter(text, count);
    input.setSelectionRange(place, place);
  }
  return text;
}

/** Replaces the provider's fields if no provider is configured: same fields, two test cards. */
export function SandboxCard({ onReady, ref }: CardProps) {
  const [card, setCard] = useState<CardFields>({ number: '', expiry: '', cvc: '' });
  const [errors, setErrors] = useState<Partial<CardFields>>({});
  const fields = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: report only once
  useEffect(onReady, []);

  useImperativeHandle(ref, () => ({
    async confirm() {
      const wrong = wrongCard(card);
      setErrors(wrong);
      const first = NAMES.find((name) => wrong[name]);
      if (first) fields.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return first ? null : sandboxCard(card.number);
    },
    async authenticate() {
      // The sandbox has no 3-D Secure step.
    },
  }));

  const field = (name: Name) => ({
    name,
    value: card[name],
    error: errors[name],
    inputMode: 'numeric' as const,
    required: true,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const text = rewrite(target, name);
      setErrors((before) => ({ ...before, [name]: undefined }));
      setCard((before) => ({ ...before, [name]: text }));
    },
  });
  return (
    <Stack ref={fields} gap={4}>
      <Notice>
        <Text fontWeight="semibold">Sandbox: no money moves</Text>
        <Text>
          <Nowrap>4242 4242 4242 4242</Nowrap> pays, <Nowrap>4000 0000 0000 0002</Nowrap> is declined; with any future
          date and any CVC.
        </Text>
      </Notice>
      <TextField
        label="Card number"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        fontFamily="mono"
        {...field('number')}
      />
      <Grid gap={4} templateColumns="repeat(2, minmax(0, 1fr))">
        <TextField
          label="Expiry date"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          fontFamily="mono"
          {...field('expiry')}
        />
        <TextField label="CVC" autoComplete="cc-csc" placeholder="CVC" fontFamily="mono" {...field('cvc')} />
      </Grid>
    </Stack>
  );
}
