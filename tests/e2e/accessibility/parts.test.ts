import { expect, test } from 'vitest';
import { lookAtNewParts } from '../../support/axe';
import { sharedChromium } from '../../support/chromium';

/** A list of three rows, beside which each case puts something. */
const page = (
  own = '',
  rows = '<li><a href="/a">One</a></li><li><a href="/b">Two</a></li><li><a href="/c">Three</a></li>',
) =>
  `<!doctype html><html lang="en" class="light"><title>Parts</title><style>
     html.dark, html.dark body { background: #111; color: #eee }
     html.dark .faint { color: #333 }
     a { color: inherit }
     a, button { display: inline-block; min-height: 30px; min-width: 30px; margin: 4px }
     .small { min-height: 9px; min-width: 9px; height: 9px; width: 9px; padding: 0; margin: 0; font-size: 6px }
     @media (max-width: 500px) { .wide { display: none } }
   </style><body><main><h1>Parts</h1><ul>${rows}</ul>${own}</main></body></html>`;

test('axe sees what differs from what it has seen, at any width and in either theme, and the rest only once', async () => {
  const tab = await (await sharedChromium()).newPage({ viewport: { width: 900, height: 600 } });
  const look = lookAtNewParts();
  const see = async (content?: string) => {
    if (content) await tab.setContent(content);
    const turn = (from: string, to: string) =>
      tab.evaluate(({ from, to }) => document.documentElement.classList.replace(from, to), { from, to });
    const found = await look(tab, async (act) => {
      await turn('light', 'dark');
      const dark = await act();
      await turn('dark', 'light');
      return dark;
    });
    return found.map((one) => one.replace(/(.*?): <.*/s, '$1'));
  };
  expect(await see(page())).toEqual([]);
  expect(await see(page('<p class="wide">Words</p>'))).toEqual([]);
  expect(await see(page('<div><label for="there">Name</label><input id="there"></div>'))).toEqual([]);
  expect(await see(page('<button>Go<span class="wide"> on</span></button>'))).toEqual([]);

  const faults: Record<string, string> = {
    'a button without words': '<button></button>',
    'a label that leads nowhere': '<div><label for="nowhere">Name</label><input id="there"></div>',
    'a picture without a text': '<img src="data:," width="30" height="30">',
    'two small buttons': '<button class="small">a</button><button class="small">b</button>',
    'a heading that skips a level': '<h3>Deep</h3>',
    'another main': '<main>Again</main>',
    'faint in the dark': '<p class="faint">Words</p>',
    'faint at once': '<p style="color: #bbb">Words</p>',
  };
  const seen: Record<string, string[]> = {};
  for (const [name, fault] of Object.entries(faults)) seen[name] = await see(page(fault));
  expect(seen).toEqual({
    'a button without words': ['button-name'],
    'a label that leads nowhere': ['label'],
    'a picture without a text': ['image-alt'],
    'two small buttons': ['target-size'],
    'a heading that skips a level': ['heading-order'],
    'another main': expect.arrayContaining(['landmark-no-duplicate-main']),
    'faint in the dark': ['dark: color-contrast'],
    'faint at once': ['color-contrast'],
  });
  // The same as before, with other words.
  expect(await see(page('<button></button>', '<li><a href="/d">Four</a></li>'))).toEqual([]);

  // Its words are there only where there is room.
  expect(await see(page('<button><span class="wide">Go</span></button>'))).toEqual([]);
  await tab.setViewportSize({ width: 400, height: 600 });
  expect(await see()).toEqual(['button-name']);
  await tab.close();
});
