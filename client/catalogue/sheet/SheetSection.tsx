import type { ReactNode } from 'react';
import { sectionId } from '../../components/form/FormSection';

interface Props {
  title: string;
  /** Whether it takes half of a wide sheet. */
  isHalf?: boolean;
  children: ReactNode;
}

/** Styled by KeyDataSheet. */
export const SheetSection = ({ title, isHalf, children }: Props) => (
  <section id={sectionId(title)} data-half={isHalf ? '' : undefined}>
    <h2>{title}</h2>
    {children}
  </section>
);
