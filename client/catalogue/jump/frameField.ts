import { useLayoutEffect, useState } from 'react';
import { afterPaint } from '../../afterPaint';
import { collectTyped, type TypedAhead } from './typedAhead';

/**
 * Goes on with the field that the page had before the app (shell/Frame.tsx), if it had the focus or a text: `goOn` gets a
 * function that returns what has been typed. The app has replaced that field by then, so public/early.js notes on it what
 * happened. Jump may still change its place, so this waits for the paint, and collects what is typed meanwhile.
 */
export function useFrameField(goOn: (take: () => TypedAhead) => void) {
  const [field] = useState(() => document.querySelector<HTMLInputElement>('input[data-frame]'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the app has replaced the frame
  useLayoutEffect(() => {
    const { value: text = '', dataset } = field ?? {};
    if (!text && !dataset?.frame) return;
    const takeRest = collectTyped();
    const take = () => {
      const rest = takeRest();
      return { text: text + rest.text, isEntered: dataset?.frame === 'entered' || rest.isEntered };
    };
    const cancel = afterPaint(() => goOn(take));
    return () => {
      cancel();
      takeRest();
    };
  }, []);
}
