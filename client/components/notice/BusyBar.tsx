import { styled } from '../styled';

const Bar = styled('div', {
  h: '2px',
  overflow: 'hidden',
  '& > div': {
    h: 'full',
    w: '25%',
    bg: 'accent',
    transform: 'translateX(-100%)',
    animation: 'progress 1.1s linear 150ms infinite',
  },
});

/** A thin bar during a refresh. It appears after 150 ms, so that quick answers do not flicker. */
export const BusyBar = ({ busy }: { busy: boolean }) => <Bar aria-hidden="true">{busy && <div />}</Bar>;
