import { useApolloClient } from '@apollo/client/react';
import { Printer } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyScreen } from '../../components/lazyScreen';
import { useOnce } from '../../components/useOnce';
import { type ModelSheetFragment, PrintSheetDocument } from '../../graphql/generated/catalogue';
import { useSession } from '../../session';

/** Loaded after the sheet. */
const JobSheet = lazyScreen(() => import('./JobSheet').then((file) => file.JobSheet));

/** How long to wait for pictures, in milliseconds: without them, the sheet is still worth printing. */
const PATIENCE = 8_000;

/** Pictures that are loaded; a later element with the same address has its picture at once. */
function load(urls: string[]): HTMLImageElement[] {
  return urls.map((url) => Object.assign(new Image(), { src: url }));
}

const whenLoaded = (images: HTMLImageElement[]) =>
  Promise.race([
    Promise.allSettled(images.map((image) => image.decode())),
    new Promise((resolve) => setTimeout(resolve, PATIENCE)),
  ]);

/** Prints the job sheet of a model, from the button, with Ctrl+P and from the browser's menu. Each is logged. Styled by ModelDetail. */
export function PrintButton({ model }: { model: ModelSheetFragment | undefined }) {
  const { mutate } = useApolloClient();
  const { user } = useSession();
  const [once, busy] = useOnce();
  /** When it is being printed. */
  const [time, setTime] = useState<string | null>(null);
  const isBegun = useRef(false);
  const pictures = useRef<HTMLImageElement[]>([]);

  const begin = () => {
    if (!model || isBegun.current) return;
    isBegun.current = true;
    flushSync(() => setTime(new Date().toISOString()));
    // Without an answer, the sheet is printed all the same.
    mutate({ mutation: PrintSheetDocument, variables: { modelId: model.id } }).catch(() => {});
  };
  const end = () => {
    isBegun.current = false;
    setTime(null);
  };
  const print = () => {
    if (!model) return false;
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
    void JobSheet.preload();
    // The browser's menu does not wait for pictures. Phones, where each costs data, print with the button.
    if (matchMedia('(pointer: fine)').matches) pictures.current = load(model.images.map(({ url }) => url));
  }, [model]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener('beforeprint', () => latest.current.begin(), { signal });
    addEventListener('afterprint', () => latest.current.end(), { signal });
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser's own command would not wait for the pictures.
      if (latest.current.print()) event.preventDefault();
    };
    addEventListener('keydown', listen, { signal });
    return () => stop.abort();
  }, []);

  return (
    <>
      <button type="button" className="mk-button" onClick={print} disabled={!model}>
        <Printer aria-hidden="true" />
        {busy ? 'Printing...' : 'Print'}
      </button>
      {model && time && (
        <Suspense>
          <JobSheet key={time} model={model} username={user?.username ?? ''} time={time} />
        </Suspense>
      )}
    </>
  );
}
