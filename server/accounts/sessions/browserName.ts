/** The first match wins, so the order matters: nearly all browsers also claim to be Chrome and Safari. */
const BROWSERS: [name: string, sign: RegExp][] = [
  ['Edge', /\b(Edg|EdgA|EdgiOS|Edge)\//],
  ['Opera', /\b(OPR|OPiOS|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];
const SYSTEMS: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\b(Macintosh|Mac OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\b(Linux|X11)\b/],
];

/** Real User-Agent headers are shorter. Some of the patterns are slow on long texts. */
const MOST_READ = 300;

/** A readable name for a User-Agent: `Chrome on Windows`, or the name of another program, such as `curl`. */
export function browserName(userAgent: string): string {
  const beginning = userAgent.slice(0, MOST_READ);
  const nameIn = (list: typeof BROWSERS) => list.find(([, sign]) => sign.test(beginning))?.[0];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  if (system) return `Unknown browser on ${system}`;
  return /^[\w.-]{1,40}/.exec(beginning)?.[0] ?? 'Unknown browser';
}
