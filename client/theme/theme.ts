import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { recipes } from '../recipes';
import { slotRecipes } from './slotRecipes';

/**
 * Layout blue and brass. Contrast was measured for every pair: text at least 4.5:1 on canvas, panel and subtle,
 * controlBorder at least 3:1. `hairline` only divides; it never carries meaning by itself.
 */
const colors = {
  canvas: { value: { base: '#F3F5F7', _dark: '#0E141A' } },
  panel: { value: { base: '#FFFFFF', _dark: '#161F28' } },
  subtle: { value: { base: '#E8ECF0', _dark: '#1F2A35' } },
  text: { value: { base: '#141C24', _dark: '#E9EEF3' } },
  muted: { value: { base: '#4A5765', _dark: '#A8B5C2' } },
  accent: { value: { base: '#2B3F8C', _dark: '#A9B8FF' } },
  onAccent: { value: { base: '#FFFFFF', _dark: '#0E141A' } },
  controlBorder: { value: { base: '#6B7885', _dark: '#7B8B9A' } },
  hairline: { value: { base: '#C9D1D9', _dark: '#33404D' } },
  brassText: { value: { base: '#7A5810', _dark: '#E6C46E' } },
  bladeFill: { value: { base: '#D8B65C', _dark: '#C9A44C' } },
  bladeEdge: { value: { base: '#6B4C0E', _dark: '#F0D79A' } },
  /** Lines across the blade. */
  onBlade: { value: { base: '#4A5765', _dark: '#0E141A' } },
  danger: { value: { base: '#B3261E', _dark: '#FF9C91' } },
  success: { value: { base: '#17653A', _dark: '#7BD6A1' } },
  warning: { value: { base: '#8A5200', _dark: '#F2C36B' } },
};

const lightColors = Object.fromEntries(
  Object.entries(colors).map(([name, { value }]) => [
    `--mk-colors-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    `${value.base}!`,
  ]),
);

/** The 4 px grid: `4` is 16 px. */
const grid = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 24, 32].map((step) => [
    step,
    { value: `${step / 4}rem` },
  ]),
);

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'mk',
  theme: {
    // The sidebar is a drawer at 768 px and below, so `md` begins one pixel later.
    breakpoints: { sm: '480px', md: '769px', lg: '1024px', xl: '1400px' },
    tokens: {
      fonts: {
        heading: { value: "'Barlow Condensed', 'Barlow fallback', 'Arial Narrow', sans-serif" },
        body: { value: "'Atkinson Hyperlegible Next', 'Atkinson fallback', system-ui, sans-serif" },
        mono: { value: "'Atkinson Hyperlegible Mono', ui-monospace, monospace" },
      },
      fontSizes: {
        xs: { value: '0.8125rem' },
        sm: { value: '0.9375rem' },
        md: { value: '1.0625rem' },
        lg: { value: '1.25rem' },
        xl: { value: '1.625rem' },
        '2xl': { value: '2.125rem' },
        // Larger than the normal scale; used only on the visitors' page.
        display: { value: 'clamp(2.5rem, 1.6rem + 3.8vw, 4.5rem)' },
      },
      fontWeights: { normal: { value: 400 }, semibold: { value: 600 }, bold: { value: 700 } },
      lineHeights: { tight: { value: 1.1 }, snug: { value: 1.3 }, body: { value: 1.5 } },
      radii: { none: { value: '0' }, sm: { value: '2px' }, control: { value: '4px' } },
      // Below the bar, and below the banner where there is no connection (offline/shown/BannerLine.tsx).
      spacing: { ...grid, bar: { value: 'calc(3.5rem + var(--banner, 0px))' }, foot: { value: 'var(--foot)' } },
      sizes: {
        ...grid,
        full: { value: '100%' },
        row: { value: 'var(--row)' },
        control: { value: 'var(--control)' },
        /** A row with a make's icon. */
        make: { value: 'max(var(--row), 44px)' },
        bar: { value: '3.5rem' },
        foot: { value: 'var(--foot)' },
        sidebar: { value: '15rem' },
        list: { value: '20rem' },
        page: { value: '72rem' },
        measure: { value: '38rem' },
      },
      zIndex: { bar: { value: 10 }, overlay: { value: 40 }, skip: { value: 50 } },
      durations: { slide: { value: '300ms' }, quick: { value: '150ms' } },
      animations: { pulse: { value: 'pulse 1.6s ease-in-out infinite' } },
    },
    semanticTokens: { colors },
    keyframes: {
      pulse: { '50%': { opacity: '0.55' } },
      appear: { from: { opacity: '0' } },
      slideIn: { from: { transform: 'translateX(-100%)' } },
      progress: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(400%)' } },
    },
    textStyles: {
      /** For codes, blanks and measurements: distinguishes O and 0, 1, l and I, B and 8. */
      code: { value: { fontFamily: 'mono', fontSize: 'lg', fontWeight: 'bold', lineHeight: 'snug' } },
      measure: { value: { fontFamily: 'mono', fontSize: 'md', lineHeight: 'snug' } },
      label: { value: { fontSize: 'xs', color: 'muted', lineHeight: 'snug' } },
      number: { value: { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'md', lineHeight: 'tight' } },
    },
    recipes,
    slotRecipes,
  },
  globalCss: {
    // Chakra's reset sets overflow-wrap on every element, which keeps it from being inherited.
    '*': { '--global-color-border': 'colors.hairline', overflowWrap: 'inherit' },
    // Links and buttons that lead nowhere without a connection (components/notKept.ts).
    '[data-greyed]': { opacity: 0.5, cursor: 'not-allowed!' },
    html: {
      '--row': '40px',
      '--control': '40px',
      // The height of the bar with Find, where there is one (shell/FindBar.tsx).
      '--foot': '0px',
      color: 'text',
      bg: 'canvas',
      fontFamily: 'body',
      fontSize: '100%',
      lineHeight: 'body',
      colorScheme: 'light',
      // More where a bar sticks to an edge (components/bars/covers.ts).
      scrollPaddingTop: 'calc({spacing.bar} + 1rem)',
      scrollPaddingBottom: 'calc({spacing.foot} + 0.75rem)',
      '&.dark': { colorScheme: 'dark' },
      '@media (pointer: coarse)': { '--row': '56px', '--control': '48px' },
      '@media (max-width: 768px)': { '--foot': 'calc(var(--control) + 9px + env(safe-area-inset-bottom, 0px))' },
    },
    body: {
      fontSize: 'sm',
      fontVariantNumeric: 'tabular-nums',
      overflowWrap: 'break-word',
      '@media (pointer: coarse)': { fontSize: 'md' },
    },
    // The browser's own is grey in the dark.
    'input[type=checkbox]:not(:checked, :indeterminate)': {
      appearance: 'none',
      bg: 'panel',
      borderWidth: '1px',
      borderColor: 'controlBorder',
      borderRadius: 'sm',
    },
    // Line drawings are dark, and often have no ground of their own. The text is that of a picture that did not load.
    img: { bg: colors.panel.value.base, color: colors.text.value.base, forcedColorAdjust: 'none' },
    '@page': { margin: '12mm' },
    // Paper is light, whatever the theme.
    'html, html.dark': { '@media print': { colorScheme: 'light!', bg: 'none!', ...lightColors } },
    // What leads elsewhere is of no use on paper.
    'header, aside, nav, .mk-button': { '@media print': { display: 'none!' } },
    // The job sheet is printed in place of the page.
    'body:has(> [data-job-sheet]) > :not([data-job-sheet])': { '@media print': { display: 'none!' } },
    ':focus-visible': { outline: '3px solid', outlineColor: 'accent', outlineOffset: '2px' },
    // Forced colours remove backgrounds and shadows: what is current, and what has been reached, is told by theirs.
    ':is(a, button, li)[aria-current], [data-highlighted], [role=progressbar] > *': {
      '@media (forced-colors: active)': { forcedColorAdjust: 'none', bg: 'Highlight!', color: 'HighlightText!' },
    },
    // Headings receive focus in code to announce the page; they are not controls.
    ':is(h1, main):focus-visible': { outline: 'none' },
    '::selection': { bg: 'accent', color: 'onAccent' },
    '::placeholder': { color: 'muted' },
    // docs/look.md, "Copy protection": text in input fields stays selectable.
    '[data-protected]': { userSelect: 'none', WebkitTouchCallout: 'none' },
    '[data-protected] :is(input, textarea, select, [contenteditable])': { userSelect: 'text' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms!',
        animationIterationCount: '1!',
        // Not shorter but none: with any duration, all that has no transition would get one.
        transitionDuration: '0s!',
      },
    },
  },
});

const base = createSystem(defaultBaseConfig, config);

/** `translate` is the attribute that keeps names from being translated, not the CSS property. */
export const system = {
  ...base,
  isValidProperty: (name: string) => name !== 'translate' && base.isValidProperty(name),
};
