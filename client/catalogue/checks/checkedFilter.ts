import type { ChoiceTerm, FilterTerm } from '../../components/list/filter/filterTerm';
import { yesNoOf, yesNoTerm } from '../../components/list/filter/yesNo';

const OLD = 'old';

const checked: ChoiceTerm = {
  ...yesNoTerm('Checked'),
  all: 'Checked or not',
  options: [...yesNoTerm('Checked').options, [OLD, 'Over a year ago']],
};

/** The filters by source and check, of every list that has these. */
export const checkedTerms = {
  checked,
  source: { type: 'text', label: 'Source' },
} satisfies Record<string, FilterTerm>;

const aYearAgo = () => {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - 1);
  return day.toISOString().slice(0, 10);
};

/** Their values in the query's `filter`. */
export const checkedOf = ({ checked, source }: Record<keyof typeof checkedTerms, string>) => ({
  checked: checked === OLD ? null : yesNoOf(checked),
  checkedBefore: checked === OLD ? aYearAgo() : null,
  source: source || null,
});
