import type { ReactNode } from 'react';
import { sectionId } from '../../components/form/FormSection';
import { helpOf } from '../help/Help';
import type { Topic } from '../help/topics';

interface Props {
  title: string;
  /** What explains it. */
  help?: Topic | undefined;
  children: ReactNode;
}

/** Styled by KeyDataSheet. */
export const SheetSection = ({ title, help, children }: Props) => (
  <section id={sectionId(title)}>
    <div data-head="">
      <h2>{title}</h2>
      {helpOf({ help })}
    </div>
    {children}
  </section>
);
