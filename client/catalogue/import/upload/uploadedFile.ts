let last: { id: string; file: File } | undefined;

/** Keeps the last file, so that it can be read in another way without being chosen again. */
export const saveFile = (id: string, file: File) => {
  last = { id, file };
};

/** The file of an import, if this page has uploaded it. */
export const savedFile = (id: string) => (last?.id === id ? last.file : undefined);
