import { defineSlotRecipe, type SystemStyleObject } from '@chakra-ui/react';
import { plainInput } from '../recipes';

/** The star is visual only; screen readers get "required" from the field itself. */
export const required: SystemStyleObject = {
  fontWeight: 'semibold',
  '&[data-required]::after': { content: '" *" / ""', color: 'danger' },
};

/** Parts of a field. */
export const stacked: SystemStyleObject = { display: 'flex', flexDirection: 'column', gap: 1, w: 'full' };

/** The list of a menu or a select, and its lines. */
export const openList: SystemStyleObject = {
  overflowY: 'auto',
  py: 1,
  bg: 'panel',
  borderWidth: '1px',
  borderColor: 'controlBorder',
  borderRadius: 'control',
  zIndex: 'overlay',
};
export const line: SystemStyleObject = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  cursor: 'pointer',
  _highlighted: { bg: 'subtle', boxShadow: 'inset 3px 0 0 currentColor', color: 'accent' },
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
    root: stacked,
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
    content: { ...openList, maxH: 'min(20rem, var(--available-height))' },
    item: { ...line, justifyContent: 'space-between', minH: 'row', px: 3 },
    empty: { px: 3, py: 2, color: 'muted' },
  },
});
