import { defineSlotRecipe } from '@chakra-ui/react';
import { combobox, line, openList, required, stacked } from './comboboxRecipe';

/** Recipes of the Chakra components with several parts; see recipes.ts. */
const field = defineSlotRecipe({
  className: 'mk-field',
  slots: ['root', 'label', 'input', 'errorText', 'helperText', 'requiredIndicator', 'select', 'textarea'],
  base: {
    root: stacked,
    label: required,
    errorText: { color: 'danger', display: 'flex', gap: 1.5, alignItems: 'center' },
    helperText: { color: 'muted', fontSize: 'xs' },
    requiredIndicator: { color: 'danger' },
  },
});

const menu = defineSlotRecipe({
  className: 'mk-menu',
  slots: [
    'positioner',
    'content',
    'item',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'itemText',
    'separator',
    'trigger',
  ],
  base: {
    content: {
      ...openList,
      minW: '14rem',
      maxW: 'calc(100vw - 1rem)',
      maxH: 'var(--available-height)',
      outline: 'none',
    },
    item: {
      ...line,
      minH: 'control',
      px: 4,
      userSelect: 'none',
      outline: 'none',
      _icon: { boxSize: 5, flexShrink: 0 },
    },
    itemText: { flex: 1 },
    itemGroupLabel: { px: 4, pt: 2, pb: 1, fontSize: 'xs', color: 'muted' },
    separator: { h: '1px', my: 1, bg: 'hairline' },
  },
});

const parts = [
  'trigger',
  'backdrop',
  'positioner',
  'content',
  'header',
  'title',
  'description',
  'body',
  'footer',
  'closeTrigger',
] as const;

const backdrop = {
  position: 'fixed',
  inset: 0,
  zIndex: 'overlay',
  bg: 'rgb(14 20 26 / 0.7)',
  _open: { animation: 'appear 150ms' },
};

const drawer = defineSlotRecipe({
  className: 'mk-drawer',
  slots: parts,
  base: {
    backdrop,
    positioner: { position: 'fixed', inset: 0, zIndex: 'overlay', display: 'flex' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      w: 'min(20rem, 88vw)',
      h: '100dvh',
      bg: 'panel',
      borderRightWidth: '1px',
      outline: 'none',
      _open: { animation: 'slideIn 200ms ease-out' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 2,
      h: 'bar',
      ps: 4,
      pe: 1,
      borderBottomWidth: '1px',
    },
    title: { fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg' },
    body: { flex: 1, minH: 0, display: 'flex', flexDirection: 'column' },
  },
});

const dialog = defineSlotRecipe({
  className: 'mk-dialog',
  slots: parts,
  base: {
    backdrop,
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'overlay',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      bg: 'panel',
      color: 'text',
      outline: 'none',
      maxW: '100vw',
      maxH: '100dvh',
    },
    header: { display: 'flex', alignItems: 'center', gap: 2, ps: 4, pe: 1, minH: 'bar', borderBottomWidth: '1px' },
    title: { flex: 1, fontFamily: 'heading', fontWeight: 'semibold', fontSize: 'lg' },
    body: { flex: 1, minH: 0, overflow: 'auto' },
    footer: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 3, px: 4, pb: 4 },
  },
});

export const slotRecipes = { field, menu, drawer, dialog, combobox };
