import type { ReactNode } from 'react';

interface Props {
  /** The field of the key data, as the graph names it. */
  field: string;
  /** The value of the catalogue. */
  children: ReactNode;
}

/** A value of the sheet. What a member may know of it besides the catalogue's value stands here. */
export const SheetValue = ({ children }: Props) => <>{children}</>;
