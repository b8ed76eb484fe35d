import { useEffect, useRef, useState } from 'react';

/** How long typing must pause before the list is updated. */
const PAUSE = 300;

interface Props {
  id?: string;
  'aria-label': string | undefined;
  type: 'search' | 'text' | 'date' | 'year';
  placeholder?: string | undefined;
  /** The value in the URL. */
  value: string;
  onChange: (value: string) => void;
}

/** Whether the list can follow: while a year is typed, the browser's date field holds days of the first centuries. */
const isWhole = (type: Props['type'], text: string) =>
  type === 'search' ||
  type === 'text' ||
  text.trim() === '' ||
  (type === 'date' ? /^[1-9]\d{3}-/ : /^\s*[1-9]\d{3}\s*$/).test(text);

/** A filter by a text, a day or a year. Its value comes from the URL, except while the user types. */
export function FilterInput({ type, value, onChange, ...named }: Props) {
  const [typed, setTyped] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last value that this field set; any other `value` comes from Back or Clear filters. */
  const asked = useRef(value);

  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(pause.current);
    setTyped(value);
  }, [value]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const ask = (text: string) => {
    clearTimeout(pause.current);
    if (text.trim() === asked.current || !isWhole(type, text)) return;
    asked.current = text.trim();
    onChange(asked.current);
  };
  return (
    <input
      {...named}
      type={type === 'year' ? 'text' : type}
      inputMode={type === 'year' ? 'numeric' : undefined}
      enterKeyHint={type === 'search' || type === 'text' ? 'search' : undefined}
      autoComplete="off"
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => ask(target.value), PAUSE);
      }}
      onKeyDown={({ key }) => key === 'Enter' && ask(typed)}
    />
  );
}
