import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { announce } from '../../components/notice/LiveRegion';

/** Copies a blank's number and shows a confirmation for two seconds. Styled by Blanks. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    announce(`${label} ${text} copied`);
  };

  return (
    <button
      type="button"
      className="mk-button"
      aria-label={`Copy ${label} ${text}`}
      title="Copy"
      onClick={() => void copy()}
    >
      {copied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
    </button>
  );
}
