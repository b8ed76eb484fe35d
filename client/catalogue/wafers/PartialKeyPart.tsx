import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { styled } from '../../components/styled';
import { outlineButton } from '../../recipes';
import { keptCuts } from './keptCuts';
import type { PartialKeyModel } from './usePartialKey';

const PartialKey = lazyScreen(() => import('./PartialKey').then((file) => file.PartialKey));

const Frame = styled('div', {
  mt: 2,
  _print: { display: 'none' },
  '& > button': { ...outlineButton, px: 3 },
  '& > button svg': { transition: 'transform 150ms', _motionReduce: { transition: 'none' } },
  '& > button[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
});

interface Props {
  model: PartialKeyModel;
  /** Puts a bitting into the drawing, in the order in which codes are read. */
  onDraw: (bitting: string) => void;
}

/** Opens the wafer map and the partial key, which load then. It is open from the start where something was typed before. */
export function PartialKeyPart({ model, onDraw }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => keptCuts(model) !== null);
  const prepare = () => void PartialKey.preload();
  return (
    <Frame>
      <button
        type="button"
        className="mk-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerDown={prepare}
        onFocus={prepare}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronDown aria-hidden="true" />
        Partial key
      </button>
      <div id={id}>
        {isOpen && (
          <PartBoundary part={PartialKey} failure="The partial key did not load.">
            <PartialKey model={model} onDraw={onDraw} />
          </PartBoundary>
        )}
      </div>
    </Frame>
  );
}
