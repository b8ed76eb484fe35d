import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { serverMessage } from '../../graphql/graphErrors';
import { useFormState } from '../form/useFormState';
import { announce } from '../notice/LiveRegion';
import { type PickedImage, type StoredImage, stored } from './pickedImage';

/** Parallel uploads: few, because the connection may be a phone's. */
const AT_ONCE = 3;

/** The number of uploads since the page was loaded; gives each its key. */
let last = 0;

interface Upload {
  file: File;
  preview: string;
  stop: AbortController;
}

/** Sends one picture to the server; rejects with what the server says, or once the signal is aborted. */
export type SendImage = (
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<StoredImage>;

interface Options {
  /** The form's field. */
  name: string;
  max: number;
  sendImage: SendImage;
}

/** The pictures of a form's field. Each file is uploaded as soon as it is chosen. */
export function useUploads({ name, max, sendImage }: Options) {
  const { getValues, setValue } = useFormContext();
  const { edited, hold } = useFormState();
  const images: PickedImage[] = useWatch({ name });
  const uploads = useRef(new Map<string, Upload>());
  const queue = useRef<(() => Promise<void>)[]>([]);
  const active = useRef(0);
  const [refusal, setRefusal] = useState<string | null>(null);

  // Aborts the uploads that are still running when the user leaves the form.
  useEffect(
    () => () => {
      for (const { stop, preview } of uploads.current.values()) {
        stop.abort();
        URL.revokeObjectURL(preview);
      }
    },
    [],
  );

  const read = (): PickedImage[] => getValues(name);
  const write = (next: PickedImage[]) => {
    edited();
    setValue(name, next, { shouldDirty: true });
  };
  const patch = (key: string, change: Partial<PickedImage>) =>
    setValue(
      name,
      read().map((image) => (image.key === key ? { ...image, ...change } : image)),
    );

  const send = async (key: string) => {
    const upload = uploads.current.get(key);
    if (!upload || upload.stop.signal.aborted) return;
    const { file, stop } = upload;
    try {
      const image = await sendImage(file, {
        signal: stop.signal,
        onProgress: (progress) => patch(key, { progress }),
      });
      // A picture that is already in the list is not added again.
      const { hash } = image;
      const twin = read().some((image) => image.hash === hash);
      const done = { ...stored(image), key };
      setValue(
        name,
        read().flatMap((other) => (other.key !== key ? other : twin ? [] : done)),
      );
      if (twin) setRefusal(`${file.name} has already been added.`);
      announce(`${file.name} uploaded`);
    } catch (error) {
      if (stop.signal.aborted) return;
      patch(key, { progress: undefined, error: serverMessage(error) ?? `${file.name} was not uploaded.` });
      announce(`${file.name} failed`);
    }
  };

  const next = () => {
    while (active.current < AT_ONCE) {
      const job = queue.current.shift();
      if (!job) return;
      active.current += 1;
      void job().finally(() => {
        active.current -= 1;
        next();
      });
    }
  };

  /** Queues the upload; saving the form waits for it. */
  const start = (key: string) => {
    const upload = new Promise<void>((resolve) => {
      queue.current.push(() => send(key).finally(resolve));
    });
    hold(upload);
    next();
  };

  return {
    images,
    refusal,
    previewOf: (key: string) => uploads.current.get(key)?.preview,
    add: (files: readonly File[]) => {
      const pictures = files.filter(({ type }) => type.startsWith('image/'));
      const before = max === 1 ? [] : read();
      const taken = pictures.slice(0, max - before.length);
      const left = pictures.length - taken.length;
      setRefusal(
        files.length > pictures.length
          ? 'Only image files can be added.'
          : left
            ? `${max} images at most: ${left} of these ${left === 1 ? 'was' : 'were'} left out.`
            : null,
      );
      if (!taken.length) return;
      const added = taken.map((file) => {
        last += 1;
        const key = `upload ${last}`;
        uploads.current.set(key, { file, preview: URL.createObjectURL(file), stop: new AbortController() });
        return { key, name: file.name, progress: 0 };
      });
      if (max === 1) for (const { key } of read()) uploads.current.get(key)?.stop.abort();
      write([...before, ...added]);
      for (const { key } of added) start(key);
    },
    retry: (key: string) => {
      edited();
      patch(key, { progress: 0, error: undefined });
      start(key);
    },
    remove: (key: string) => {
      uploads.current.get(key)?.stop.abort();
      setRefusal(null);
      write(read().filter((image) => image.key !== key));
    },
    move: (key: string, to: number) => {
      const next = read().filter((image) => image.key !== key);
      const image = read().find((other) => other.key === key);
      if (!image || to < 0 || to > next.length) return;
      next.splice(to, 0, image);
      write(next);
      announce(`Image moved to place ${to + 1} of ${next.length}`);
    },
  };
}
