/** The three pictures, under their names (docs/look.md, "Home"); files in public/gallery, 1280 × 800. */
export const pictures = [
  {
    name: 'information',
    title: 'Information',
    text: 'A model’s sheet: blanks, series, transponder, cuts, spacing and depth.',
  },
  { name: 'by_model', title: 'By model', text: 'The make’s models in order; under each, the years it was built.' },
  { name: 'by_year', title: 'By year', text: 'The years, newest first; under each, the models of that year.' },
] as const;
