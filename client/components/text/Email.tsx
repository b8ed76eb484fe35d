import { Fragment } from 'react';

/** An email that, in a narrow column, breaks before its @ and its dots. */
export const Email = ({ children }: { children: string }) => (
  <span translate="no">
    {children.split(/(?=[@.])/).map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no state
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
);
