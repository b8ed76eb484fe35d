import { defineSlotRecipe, type SystemStyleObject } from '@chakra-ui/react';
import { plainInput } from '../recipes';

/** The star is visual only; screen readers get "required" from the field itself. */
export const required: SystemStyleObject = {
  fontWeight: 'semibold',
  '&[data-required]::after': { content: '" *" / ""', color: 'danger' },
};

/** A select that is searched by typing; see recipes.ts. */
export const combobox = defineSlotRecipe({
  className: 'mk-combobox',
  slots: [
    'root',
    'clearTrigger',
    'content',
    'control',
    'input',
    'item',
    'itemGroup',
    'itemGroupLabel',
    'itemIndicator',
    'itemText',
    'label',
    'list',
    'positioner',
    'trigger',
    'empty',
    'indicatorGroup',
  ],
  base: {
    root: { display: 'flex', flexDirection: 'column', gap: 1, w: 'full' },
    label: required,
    control: { position: 'relative' },
    input: { ...plainInput, pe: 'control' },
    trigger: {
      position: 'absolute',
      top: 0,
      right: 0,
      boxSize: 'control',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      cursor: 'pointer',
    },
    content: {
      maxH: 'min(20rem, var(--available-height))',
      overflowY: 'auto',
      py: 1,
      bg: 'panel',
      borderWidth: '1px',
      borderColor: 'controlBorder',
      borderRadius: 'control',
      zIndex: 'overlay',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 2,
      minH: 'row',
      px: 3,
      cursor: 'pointer',
      _highlighted: { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
    },
    empty: { px: 3, py: 2, color: 'muted' },
  },
});
