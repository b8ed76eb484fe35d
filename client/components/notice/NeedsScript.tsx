import { Notice } from './Notice';

/** Shown with a form that needs JavaScript, on a page that can be read without it. */
export const NeedsScript = ({ children }: { children: string }) => (
  <noscript>
    <Notice kind="warning">{children}</Notice>
  </noscript>
);
