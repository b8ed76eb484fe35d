/**
 * What JSX compiles to (tsconfig.json, `jsxImportSource`): React's own runtime, except that a text beside anything else gets
 * an element of its own. A browser that translates a page replaces the text nodes. React would then change, move or remove
 * nodes that are no longer in the page: the screen ends with an error, or the old text stays. If a text is all that an element
 * contains, React only sets the element's content (docs/decisions/0074-translated-pages.md).
 */
import { createElement, type ElementType, type Key, type ReactNode } from 'react';
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime';

export type { JSX } from 'react/jsx-runtime';
export { Fragment };

interface Props {
  children?: ReactNode;
}
interface StaticProps {
  children: ReactNode[];
}

const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number';
const isShown = (child: ReactNode) =>
  child !== undefined && child !== null && child !== '' && typeof child !== 'boolean';

/** Not a span, which may have styles as the child of its parent. Nobody translates a blank. */
const owned = (child: ReactNode, place = 0): ReactNode => {
  if (Array.isArray(child)) return child.map(owned);
  return isText(child) && String(child).trim() ? createElement('mk-text', { key: `text ${place}` }, child) : child;
};

/** Makes neighbouring texts one text, which is translated as a whole. All other children stay where they are. */
function joined(children: readonly ReactNode[]): ReactNode[] {
  const parts: ReactNode[] = [];
  let text: number | undefined;
  for (const child of children) {
    if (!isText(child)) {
      if (isShown(child)) text = undefined;
      parts.push(child);
    } else if (text === undefined) {
      text = parts.push(String(child)) - 1;
    } else {
      parts[text] += String(child);
      parts.push(null);
    }
  }
  return parts;
}

export const jsx = (type: ElementType, props: Props, key?: Key) => {
  const { children } = props;
  const isBare = type === Fragment || Array.isArray(children);
  return reactJsx(type, isBare ? { ...props, children: owned(children) } : props, key);
};

/** For several children. */
export function jsxs(type: ElementType, props: StaticProps, key?: Key) {
  const children = joined(props.children);
  const [first, ...others] = children.filter(isShown);
  if (isText(first) && !others.length) return jsx(type, { ...props, children: first }, key);
  return reactJsxs(type, { ...props, children: children.map(owned) }, key);
}

/** For development. */
export const jsxDEV = (type: ElementType, props: Props | StaticProps, key: Key | undefined, isStatic: boolean) =>
  isStatic ? jsxs(type, props as StaticProps, key) : jsx(type, props, key);
