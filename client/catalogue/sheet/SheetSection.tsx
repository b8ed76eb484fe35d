import type { ReactNode } from 'react';
import { sectionId } from '../../components/form/FormSection';

interface Props {
  title: string;
  children: ReactNode;
}

/** Styled by KeyDataSheet. */
export const SheetSection = ({ title, children }: Props) => (
  <section id={sectionId(title)}>
    <h2>{title}</h2>
    {children}
  </section>
);
