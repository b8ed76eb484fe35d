import { rowsWith } from '../../components/list/rowsWith';

/** The list of items, of which each may be open. */
export const LookupRows = rowsWith({
  '& > li': { borderBottomWidth: '1px' },
  '& :where(button[aria-expanded], a)': { fontSize: 'md' },
  '& button[aria-expanded=true]': { fontWeight: 'bold' },
  // The heading of an open item stays in view while its sub-items scroll below it.
  '& > [data-open] > h2': { position: 'sticky', top: 'bar', zIndex: 1, bg: 'panel', borderBottomWidth: '1px' },
  // A row that takes the focus must not end up behind the sticky heading.
  '& a': { scrollMarginTop: 'row' },
  '&[data-rail] :where(button, a)': { pe: 10 },
  '& a[aria-current]': { bg: 'panel' },
  '& a small': { display: 'block', fontSize: 'sm', color: 'muted' },
  // A grid row can animate to the height of its content. A hidden one is not in the tab order.
  '& [data-panel]': {
    display: 'grid',
    gridTemplateRows: '0fr',
    visibility: 'hidden',
    transition: 'grid-template-rows 300ms ease, visibility 300ms',
  },
  '& [data-panel=open]': { gridTemplateRows: '1fr', visibility: 'visible' },
  // An item that is open when the list appears does not slide: it would move the rows below it.
  '& [data-slides]': { _starting: { gridTemplateRows: '0fr', visibility: 'hidden' } },
  '& [data-panel] > div': { overflow: 'hidden', minH: 0 },
  '& [data-models]': { bg: 'subtle' },
});

/** The headings and the sub-items of open items: one tab stop together. */
export const STOPS = '[data-heading], [data-panel=open] a';

/** Closing an item whose heading sticks to the top would otherwise show a later part of the list. */
export function keepHeading(list: HTMLElement | null, item: string) {
  const row = [...(list?.querySelectorAll(':scope > [data-open]') ?? [])].find(
    (one) => one.querySelector('[data-heading]')?.textContent === item,
  );
  const heading = row?.querySelector('h2');
  if (row && heading && row.getBoundingClientRect().top < heading.getBoundingClientRect().top - 1)
    row.scrollIntoView({ block: 'start' });
}
