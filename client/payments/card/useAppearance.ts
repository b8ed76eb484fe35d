import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

/** Light or dark is a class on <html> (public/early.js). */
function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['class'] });
  return () => observer.disconnect();
}

/** The provider's fields are in an iframe without access to our CSS variables, so we pass their values. */
function appearanceNow(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--mk-colors-${name}`).trim();
  const accent = color('accent');
  const text = color('text');
  const muted = color('muted');
  const danger = color('danger');
  const isTouch = matchMedia('(pointer: coarse)').matches;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    theme: 'flat',
    labels: 'above',
    disableAnimations: isStill,
    variables: {
      colorPrimary: accent,
      colorBackground: color('panel'),
      colorText: text,
      colorTextSecondary: muted,
      colorTextPlaceholder: muted,
      colorDanger: danger,
      colorSuccess: color('success'),
      colorWarning: color('warning'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: isTouch ? '17px' : '15px',
      fontSizeSm: isTouch ? '17px' : '15px',
      borderRadius: '4px',
      spacingUnit: '4px',
      gridRowSpacing: '16px',
      gridColumnSpacing: '16px',
      focusBoxShadow: 'none',
      focusOutline: `3px solid ${accent}`,
    },
    rules: {
      '.Input': {
        border: `1px solid ${color('control-border')}`,
        boxShadow: 'none',
        padding: isTouch ? '12px' : '9px 12px',
        outlineOffset: '2px',
      },
      '.Input:hover': { borderColor: accent },
      '.Input--invalid': { border: `2px solid ${danger}`, boxShadow: 'none' },
      '.Label': { color: text, fontWeight: '400' },
      '.Tab, .Block': { border: `1px solid ${color('hairline')}`, boxShadow: 'none' },
    },
  };
}

/** The page's theme in the provider's format; updated when the color mode changes. */
export function useAppearance(): Appearance {
  const theme = useSyncExternalStore(subscribe, () => document.documentElement.className);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the class is what the variables hold depend on
  return useMemo(appearanceNow, [theme]);
}
