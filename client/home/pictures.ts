/** Screens of a phone, at twice its resolution; made by scripts/pictures.mjs. */
const PHONE = { width: 780, height: 1688 };

/** The three pictures, under their names (docs/look.md, "Home"); files in public/gallery. */
export const pictures = [
  {
    name: 'information',
    title: 'Information',
    text: 'A model’s sheet: blanks, series, transponder, cuts, spacing and depth.',
    alt: 'The sheet of the Honda CBR600RR of 2007 on a phone, with sample data: its blanks, its codes, and its spacing and depth in large figures.',
    ...PHONE,
  },
  {
    name: 'by_model',
    title: 'By model',
    text: 'Type a model, a nickname, a blank or a code: Find lists the bikes with their years.',
    alt: 'Find on a phone: “ninja” is typed, and below it are the Kawasaki models with that word, each with its years.',
    ...PHONE,
  },
  {
    name: 'by_year',
    title: 'By year',
    text: 'The years, newest first; under each, the models of that year.',
    alt: 'The list of a make on a phone: its years, newest first, one of them opened with its models.',
    ...PHONE,
  },
] as const;

export const jobSheet = {
  name: 'job_sheet',
  alt: 'The upper half of a printed job sheet, with “Sample data: do not cut from it” across it: blanks, codes, wafers, spacing and depth of a Honda CBR600RR, and its key, drawn.',
  width: 1566,
  height: 1240,
} as const;

export const pictureUrl = (name: string) => `/gallery/${name}.webp`;
