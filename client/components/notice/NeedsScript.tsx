import { Notice } from './Notice';

/** Beside a form that only works with JavaScript, on a page that can be read without. */
export const NeedsScript = ({ children }: { children: string }) => (
  <noscript>
    <Notice kind="warning">{children}</Notice>
  </noscript>
);
