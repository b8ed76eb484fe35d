import { defineRecipe, defineSlotRecipe } from '@chakra-ui/react';

/**
 * The looks of the Chakra components that we use, and of no others: a component without its recipe here is unstyled.
 * Controls have radius 4, a border of 3:1, no shadow; what can be touched is layout blue.
 */
const button = defineRecipe({
  className: 'mk-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 2,
    minH: 'control',
    minW: 'control',
    px: 4,
    borderRadius: 'control',
    borderWidth: '1px',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: 'background-color 150ms, color 150ms',
    _icon: { flexShrink: 0, boxSize: 5 },
    _disabled: { cursor: 'not-allowed', bg: 'subtle', borderColor: 'subtle', color: 'muted' },
  },
  variants: {
    variant: {
      solid: {
        bg: 'accent',
        borderColor: 'accent',
        color: 'onAccent',
        _hover: { bg: 'text', borderColor: 'text', color: 'canvas' },
      },
      outline: {
        bg: 'panel',
        borderColor: 'controlBorder',
        color: 'accent',
        _hover: { borderColor: 'accent', bg: 'subtle' },
      },
      plain: { borderColor: 'transparent', color: 'accent', _hover: { bg: 'subtle' } },
    },
  },
  defaultVariants: { variant: 'solid' },
});

const input = defineRecipe({
  className: 'mk-input',
  base: {
    w: 'full',
    minW: 0,
    h: 'control',
    px: 3,
    bg: 'panel',
    color: 'text',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'control',
    _hover: { borderColor: 'accent' },
    _invalid: { borderColor: 'danger', borderWidth: '2px' },
  },
});

const heading = defineRecipe({
  className: 'mk-heading',
  base: { fontFamily: 'heading', fontWeight: 'semibold', lineHeight: 'tight', textWrap: 'balance' },
  variants: {
    size: {
      '3xl': { fontSize: 'display', lineHeight: 1 },
      '2xl': { fontSize: '2xl' },
      xl: { fontSize: 'xl' },
      lg: { fontSize: 'lg' },
    },
  },
  defaultVariants: { size: 'xl' },
});

const link = defineRecipe({
  className: 'mk-link',
  base: {
    color: 'accent',
    textDecoration: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.2em',
    borderRadius: 'sm',
    _hover: { textDecorationThickness: '2px' },
  },
});

/** Grey blocks at the final height while something loads for the first time. */
const skeleton = defineRecipe({
  className: 'mk-skeleton',
  base: { bg: 'subtle', borderRadius: 'sm', animation: 'pulse' },
});

const field = defineSlotRecipe({
  className: 'mk-field',
  slots: ['root', 'label', 'input', 'errorText', 'helperText', 'requiredIndicator', 'select', 'textarea'],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: 1, w: 'full' },
    label: { fontWeight: 'semibold' },
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
      minW: '14rem',
      maxW: 'calc(100vw - 1rem)',
      maxH: 'var(--available-height)',
      overflowY: 'auto',
      py: 1,
      bg: 'panel',
      borderWidth: '1px',
      borderColor: 'controlBorder',
      borderRadius: 'control',
      zIndex: 'overlay',
      outline: 'none',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: 2,
      minH: 'control',
      px: 4,
      cursor: 'pointer',
      userSelect: 'none',
      outline: 'none',
      _highlighted: { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
      _icon: { boxSize: 5, flexShrink: 0 },
    },
    itemText: { flex: 1 },
    itemGroupLabel: { px: 4, pt: 2, pb: 1, fontSize: 'xs', color: 'muted' },
    separator: { h: '1px', my: 1, bg: 'hairline' },
  },
});

const backdrop = {
  position: 'fixed',
  inset: 0,
  zIndex: 'overlay',
  bg: 'rgb(14 20 26 / 0.7)',
  _open: { animation: 'appear 150ms' },
};

const drawer = defineSlotRecipe({
  className: 'mk-drawer',
  slots: [
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
  ],
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
  slots: [
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
  ],
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
  },
});

export const recipes = { button, input, heading, link, skeleton };
export const slotRecipes = { field, menu, drawer, dialog };
