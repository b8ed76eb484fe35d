import type { ModelSheetFragment } from '../../graphql/generated/catalogue';
import { evidenceLines } from './checkText';

/** The end of a sheet: where its values come from, and who has checked them. */
export const SheetEvidence = ({ model }: { model: ModelSheetFragment }) => (
  <section aria-label="Source and check" data-evidence="" translate="no">
    {evidenceLines(model).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </section>
);
