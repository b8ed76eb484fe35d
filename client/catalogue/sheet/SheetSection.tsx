import { createContext, type ReactNode, useContext } from 'react';
import { sectionId } from '../../components/form/FormSection';

/** The level of the sections' headings: h2 if the sheet is a separate page. */
export const SectionLevel = createContext<'h2' | 'h3'>('h3');

interface Props {
  title: string;
  /** Whether another one stands beside it where there is room. */
  isHalf?: boolean;
  children: ReactNode;
}

/** A section of the sheet, which styles it. */
export function SheetSection({ title, isHalf, children }: Props) {
  const Level = useContext(SectionLevel);
  return (
    <section id={sectionId(title)} data-half={isHalf ? '' : undefined}>
      <Level>{title}</Level>
      {children}
    </section>
  );
}
