import { useAfterPaint } from '../../afterPaint';
import { styled } from '../../components/styled';
import type { LookupMode } from '../../paths';
import { AddOwnSheet } from '../company/AddOwnSheet';
import { Landing } from './landing/Landing';
import { useLanding } from './landing/useLanding';

const Space = styled('div', { px: 8, py: 8, maxW: '60rem', '& > p': { mt: 6, color: 'muted' } });

interface Props {
  mode: LookupMode;
  /** Whether nothing has been opened or typed in the list. */
  isUntouched: boolean;
}

/** Fills the place of the sheet until a model is chosen. */
export function NothingChosen({ mode, isUntouched }: Props) {
  // The list is painted first.
  const landing = useLanding({ skip: !useAfterPaint() });
  return (
    <Space>
      <Landing mode={mode} landing={landing} hasOnlyFind={!isUntouched} />
      <p>
        {mode === 'year' ? 'Open a year, then choose a model.' : 'Open a model, then choose a year.'} Its key data shows
        here.
      </p>
      <AddOwnSheet />
    </Space>
  );
}
