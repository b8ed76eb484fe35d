import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import type { Config } from '../config';
import { legalDefaults } from './legalDefaults';

/** HTML in the text is shown as text. Links to scripts stay plain text. */
const markdown = new MarkdownIt({ html: false, linkify: true }).disable('image');

/** The page has a heading of its own: a title at the beginning is left out, and other headings of that level are below it. */
function asHtml(text: string): string {
  const tokens = markdown.parse(text, {});
  const [first] = tokens;
  if (first?.type === 'heading_open' && first.tag === 'h1') tokens.splice(0, 3);
  for (const token of tokens) if (token.tag === 'h1') token.tag = 'h2';
  return markdown.renderer.render(tokens, markdown.options, {});
}

/**
 * The pages about terms, privacy, refunds and the seller, as HTML by path: from the operator's Markdown files in PAGES_DIR,
 * else the product's own text. Read once, at the start.
 */
export function legalPages(config: Config): Map<string, string> {
  return new Map(
    Object.entries(legalDefaults).map(([name, ownText]) => {
      const file = join(config.pagesDir ?? '', `${name}.md`);
      const text = config.pagesDir && existsSync(file) ? readFileSync(file, 'utf8') : ownText(config);
      return [`/${name}`, asHtml(text)];
    }),
  );
}
