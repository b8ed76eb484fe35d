interface Props {
  id?: string;
  'aria-label': string | undefined;
  type: 'search' | 'text' | 'date' | 'year';
  placeholder?: string | undefined;
  value: string;
  onType: (text: string) => void;
  onEnter: () => void;
}

/** A filter by a text, a day or a year. */
export const FilterInput = ({ type, onType, onEnter, ...named }: Props) => (
  <input
    {...named}
    type={type === 'year' ? 'text' : type}
    inputMode={type === 'year' ? 'numeric' : undefined}
    enterKeyHint={type === 'search' || type === 'text' ? 'search' : undefined}
    autoComplete="off"
    onChange={({ target }) => onType(target.value)}
    onKeyDown={({ key }) => key === 'Enter' && onEnter()}
  />
);
