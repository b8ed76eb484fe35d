import { ChevronDown, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { FilterInput } from './FilterInput';
import type { ChoiceTerm, FilterTerm } from './filterTerm';

interface Props {
  title: string;
  /** One filter, or both limits of a range. */
  terms: readonly (readonly [name: string, term: FilterTerm, value: string])[];
  /** Whether it stays without a value. */
  isFixed: boolean;
  /** What the field of a filter shows. */
  textOf: (name: string) => string;
  onType: (name: string, text: string) => void;
  onEnter: () => void;
  onChoose: (name: string, value: string) => void;
  onRemove: () => void;
  onShow: (control: HTMLElement | null) => void;
  /** The chip disappears with the focus. */
  onLost: () => void;
}

/** A filter with its value, which is changed in place. */
export function FilterChip({ title, terms, isFixed, textOf, ...on }: Props) {
  const { onType, onEnter, onChoose, onRemove, onShow, onLost } = on;
  const id = useId();
  const chip = useRef<HTMLElement | null>(null);
  const control = () => chip.current?.querySelector<HTMLElement>('select, input') ?? null;
  const isSet = terms.some(([, , value]) => value);
  const isRange = terms.length > 1;
  const Frame = isRange ? 'fieldset' : 'div';

  const events = useRef({ onShow, onLost });
  events.current = { onShow, onLost };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => events.current.onShow(control()), []);
  useLayoutEffect(() => {
    const { current } = chip;
    return () => {
      if (current?.contains(document.activeElement)) events.current.onLost();
    };
  }, []);

  return (
    <Frame
      ref={(element: HTMLElement | null) => {
        chip.current = element;
      }}
      data-chip={isSet ? 'set' : ''}
      aria-label={isRange ? title : undefined}
    >
      <label htmlFor={`${id} 0`}>{title}</label>
      <span data-values="">
        {terms.map(([name, term, value], index) => {
          const common = {
            id: `${id} ${index}`,
            'aria-label': isRange ? term.label : undefined,
          };
          return (
            <span key={name}>
              {index > 0 && <span aria-hidden="true">–</span>}
              {term.type === 'choice' ? (
                <Choice {...common} term={term} value={value} onChange={(next) => onChoose(name, next)} />
              ) : (
                <FilterInput
                  {...common}
                  type={term.type}
                  value={textOf(name)}
                  onType={(text) => onType(name, text)}
                  onEnter={onEnter}
                  placeholder={term.type === 'text' ? 'contains' : index > 0 ? 'to' : 'from'}
                />
              )}
            </span>
          );
        })}
      </span>
      {(isSet || !isFixed) && (
        <button
          type="button"
          aria-label={`Remove the filter ${title}`}
          onClick={() => {
            // The button disappears, and the chip stays.
            if (isFixed) control()?.focus();
            onRemove();
          }}
        >
          <X size={20} aria-hidden="true" />
        </button>
      )}
    </Frame>
  );
}

interface ChoiceProps {
  id: string;
  'aria-label': string | undefined;
  term: ChoiceTerm;
  value: string;
  onChange: (value: string) => void;
}

function Choice({ term: { all, options, other }, value, onChange, ...named }: ChoiceProps) {
  const isKnown = value === '' || options.some(([option]) => option === value);
  const shown = [['', all], ...(isKnown ? [] : [[value, other?.text ?? value]]), ...options] as const;
  return (
    <>
      <select {...named} value={value} onChange={({ target }) => onChange(target.value)}>
        {shown.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown size={20} aria-hidden="true" />
    </>
  );
}
