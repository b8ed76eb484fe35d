import { chakra } from '@chakra-ui/react';

const Track = chakra('div', {
  base: {
    h: 2,
    overflow: 'hidden',
    bg: 'subtle',
    borderWidth: '1px',
    borderColor: 'controlBorder',
    borderRadius: 'sm',
    '& > *': { h: 'full', bg: 'accent' },
  },
});

interface Props {
  label: string;
  value: number;
  /** Absent if the total is unknown. */
  max?: number | undefined;
}

/** Progress of a task; without `max` it only shows that the task is running. */
export const ProgressBar = ({ label, value, max }: Props) => (
  <Track
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max ?? 100}
    aria-valuenow={max === undefined ? undefined : value}
  >
    {max === undefined ? (
      <chakra.div w="25%" animation="progress 1.1s linear infinite" />
    ) : (
      <chakra.div transition="width 150ms" style={{ width: `${max ? Math.min(100, (value / max) * 100) : 0}%` }} />
    )}
  </Track>
);
