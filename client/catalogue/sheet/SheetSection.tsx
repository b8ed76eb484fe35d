import { createContext, type ReactNode, useContext } from 'react';
import { sectionId } from '../../components/form/FormSection';

/** The heading level of the sections: h2 if the sheet is a page of its own. */
export const SectionLevel = createContext<'h2' | 'h3'>('h3');

interface Props {
  title: string;
  /** Whether it takes half of a wide sheet. */
  isHalf?: boolean;
  children: ReactNode;
}

/** Styled by KeyDataSheet. */
export function SheetSection({ title, isHalf, children }: Props) {
  const Level = useContext(SectionLevel);
  return (
    <section id={sectionId(title)} data-half={isHalf ? '' : undefined}>
      <Level>{title}</Level>
      {children}
    </section>
  );
}
