import { defineRecipe, type SystemStyleObject } from '@chakra-ui/react';

/**
 * Styles only the Chakra components that we use: a component without a recipe here is unstyled.
 * Controls have radius 4, a border with 3:1 contrast and no shadow; interactive elements are layout blue.
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
    _disabled: { cursor: 'not-allowed', bg: 'subtle', borderColor: 'controlBorder', color: 'muted' },
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
      plain: {
        borderColor: 'transparent',
        color: 'accent',
        _hover: { bg: 'subtle' },
        _disabled: { bg: 'transparent', borderColor: 'transparent', opacity: 0.6 },
      },
    },
  },
  defaultVariants: { variant: 'solid' },
});

/** The same for plain elements, where a whole part of a screen has one style (components/styled.ts). */
export const plainButton = { ...button.base, ...button.variants?.variant?.plain };
export const outlineButton = { ...button.base, ...button.variants?.variant?.outline };

const control: SystemStyleObject = {
  w: 'full',
  minW: 0,
  px: 3,
  bg: 'panel',
  color: 'text',
  borderWidth: '1px',
  borderColor: 'controlBorder',
  borderRadius: 'control',
  _hover: { borderColor: 'accent' },
  _invalid: { borderColor: 'danger', borderWidth: '2px' },
};

export const plainInput: SystemStyleObject = { ...control, h: 'control' };
const input = defineRecipe({ className: 'mk-input', base: plainInput });
const textarea = defineRecipe({ className: 'mk-textarea', base: { ...control, py: 2, resize: 'vertical' } });

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

export const plainLink = { ...link.base };

/** Grey blocks at the final height during the first load. */
const skeleton = defineRecipe({
  className: 'mk-skeleton',
  base: {
    bg: 'subtle',
    borderRadius: 'sm',
    animation: 'pulse',
    '@media (forced-colors: active)': { border: '1px solid GrayText' },
  },
});

export const plainSkeleton = { ...skeleton.base };

export const recipes = { button, input, textarea, heading, link, skeleton };
