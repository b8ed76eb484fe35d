import { Printer } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../../afterPaint';
import { lazyScreen } from '../../components/lazyScreen';
import { PartBoundary } from '../../components/notice/PartBoundary';
import { useOnce } from '../../components/useOnce';
import { type ModelSheetFragment, PrintSheetDocument } from '../../graphql/generated/catalogue';
import { sendOrKeep } from '../../offline/send';
import { useSession } from '../../session';
import { PrintedBittingContext } from '../drawing/printedBitting';

const JobSheet = lazyScreen(() => import('./JobSheet').then((file) => file.JobSheet));

/** The longest wait for pictures, in milliseconds. After that the sheet is printed without them. */
const PICTURES_TIMEOUT_MS = 8_000;

/** Starts loading pictures, so that they show at once in elements with the same URL. */
function load(urls: string[]): HTMLImageElement[] {
  return urls.map((url) => Object.assign(new Image(), { src: url }));
}

const whenLoaded = (images: HTMLImageElement[]) =>
  Promise.race([
    Promise.allSettled(images.map((image) => image.decode())),
    new Promise((resolve) => setTimeout(resolve, PICTURES_TIMEOUT_MS)),
  ]);

interface Props {
  model: ModelSheetFragment | undefined;
  /** Which key it is, for a bike with several. */
  keyName: string;
  /** The model beside it: then the comparison is printed, as it is on the page. */
  compared?: string | null | undefined;
  /** Whether it is a sheet of the company's own, whose prints are not logged. */
  isOwn?: boolean;
}

/** Prints the job sheet of a model, from the button, with Ctrl+P and from the browser's menu. Each is logged. Styled by its parent. */
export function PrintButton({ model, keyName, compared, isOwn = false }: Props) {
  const { user } = useSession();
  const [once, busy] = useOnce();
  /** The time of printing; null while nothing is printed. */
  const [time, setTime] = useState<string | null>(null);
  const isBegun = useRef(false);
  const pictures = useRef<HTMLImageElement[]>([]);
  const bitting = useContext(PrintedBittingContext);

  const begin = () => {
    if (!model || isBegun.current) return;
    isBegun.current = true;
    if (!compared) flushSync(() => setTime(new Date().toISOString()));
    if (isOwn) return;
    const printed = `Print of ${model.make.displayName} ${model.name} (${model.year})`;
    // They are printed even if this fails.
    for (const modelId of compared ? [model.id, compared] : [model.id])
      sendOrKeep(PrintSheetDocument, { input: { modelId } }, { label: printed }).catch(() => {});
  };
  const end = () => {
    isBegun.current = false;
    setTime(null);
  };
  const print = () => {
    if (!model) return false;
    if (compared) {
      window.print();
      return true;
    }
    void once(async () => {
      pictures.current = load(model.images.map(({ url }) => url));
      await Promise.all([JobSheet.preload(), whenLoaded(pictures.current)]);
      end();
      begin();
      window.print();
    });
    return true;
  };

  const latest = useRef({ begin, end, print });
  useEffect(() => {
    latest.current = { begin, end, print };
  });
  useEffect(() => {
    if (!model) return;
    return afterPaint(() => {
      void JobSheet.preload();
      // Preloaded, because the browser's menu does not wait for pictures. Not on phones, to save data; the button loads them.
      if (matchMedia('(pointer: fine)').matches) pictures.current = load(model.images.map(({ url }) => url));
    });
  }, [model]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('beforeprint', () => latest.current.begin(), { signal });
    addEventListener('afterprint', () => latest.current.end(), { signal });
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser's own command does not wait for the pictures.
      if (latest.current.print()) event.preventDefault();
    };
    addEventListener('keydown', listen, { signal });
    return () => stop.abort();
  }, []);

  return (
    <>
      {/* Stays in the tab order while the sheet loads. */}
      <button type="button" className="mk-button" onClick={print} aria-disabled={!model}>
        <Printer aria-hidden="true" />
        {busy ? 'Printing...' : 'Print'}
      </button>
      {model && time && (
        <PartBoundary part={JobSheet} failure="The job sheet did not load.">
          <JobSheet
            key={time}
            model={model}
            keyName={keyName}
            username={user?.username ?? ''}
            time={time}
            bitting={bitting?.current ?? null}
          />
        </PartBoundary>
      )}
    </>
  );
}
