/** What is explained, in the order of the help page. Each is a title, and "Help: MACS" the name of its buttons. */
export const topics = [
  'Spacing and the stop',
  '1x and 2x',
  'Depth names',
  'Sides and blade width',
  'MACS',
  'Direct and blind codes',
  'Code direction',
  'Wafer positions',
  'Half cuts',
  'Key system',
  'HPC card, ITL and DSD',
  'Before you drive',
] as const;

export type Topic = (typeof topics)[number];

/** The topic's place on the help page: `/help#1x-and-2x`. */
export const anchorOf = (topic: Topic) => topic.toLowerCase().replace(/[^a-z0-9]+/g, '-');
