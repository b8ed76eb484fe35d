import { Check, Copy, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';
import { copyText } from '../../components/text/copyText';

const looks = {
  ready: { Icon: Copy, title: 'Copy' },
  copied: { Icon: Check, title: 'Copied' },
  refused: { Icon: X, title: 'The browser did not allow copying' },
};

/** Copies a blank's number and shows for two seconds whether it did. Styled by Blanks. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof looks>('ready');

  useEffect(() => {
    if (state === 'ready') return;
    const timer = setTimeout(() => setState('ready'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'refused');
    announce(copied ? `${label} ${text} copied` : looks.refused.title);
  };
  const { Icon, title } = looks[state];

  return (
    <button
      type="button"
      className="mk-button"
      aria-label={`Copy ${label} ${text}`}
      title={title}
      onClick={() => void copy()}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  );
}
