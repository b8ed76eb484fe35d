import type { Topic } from './topics';

interface Explanation {
  /** Two to five short sentences that an apprentice understands. */
  says: string;
  /** With figures of key systems that the trade publishes; tests compute them anew. */
  example: string;
  /** What the drawing shows, for whoever does not see it. */
  drawn: string;
}

export const explanations: Record<Topic, Explanation> = {
  'Spacing and the stop': {
    says: 'Spacing is how far the middle of each cut is from the stop. The stop is what the key rests against when it is cut: most keys have a shoulder between bow and blade, others stop at the tip. Distances from the shoulder do not fit a key that stops at its tip, so look at the stop before you cut. A list from the tip may count position 1 at either end.',
    example:
      'DSD 441, Suzuki from 1988, stops at the shoulder. Its first cut is .158 in from there, its seventh .747 in.',
    drawn:
      'Two keys. The upper one stops at its shoulder: .158 from there to the first cut, .747 to the seventh. The lower one has no shoulder and stops at its tip, from which its cuts are measured.',
  },
  '1x and 2x': {
    says: '1x is what is left of the blade: from the bottom of a cut to the bottom of the blade. It is also called the root depth, and a smaller figure is a deeper cut. 2x is for a key that is cut on both edges: from the bottom of a cut to the bottom of the cut opposite. With the width of the blade, one follows from the other: 2 × 1x − 2x = width.',
    example:
      'Depth 2 of DSD 406, Honda from 1983, is 1x .244. If the blade is .300 wide, 2x is 2 × .244 − .300 = .188.',
    drawn:
      'Left, a blade with one cut: 1x is measured from the bottom of the cut to the bottom of the blade. Right, a blade with two cuts opposite each other: 2x is measured between them.',
  },
  'Depth names': {
    says: 'The name of a depth is what a code calls it. Often the names are 1, 2, 3 and so on, but many systems begin with 0, some have gaps (1, 3, 5), and some run 4-3-2-1 or A to D. Two names may even have the same depth. Go by the name, and read its depth beside it: a larger name is not always a deeper cut.',
    example: 'On DSD 441, 4 is the deepest cut: 1 = .295, 4 = .236. On DSD 400, BMW, it is 1: 1 = .157, 5 = .236.',
    drawn:
      'Two blades with their depths as lines. On the left one, the names run down from 1 to 4; on the right one, down from 5 to 1.',
  },
  'Sides and blade width': {
    says: 'A key with one side is cut on one edge only. A key with two sides has the same cuts on both edges, so that it fits either way up. The blade width is measured across the blade where it is not cut. It tells 1x and 2x from each other, and the guide needs it to draw both edges.',
    example: '1x .276 and 2x .252 belong to a blade of 2 × .276 − .252 = .300 in.',
    drawn:
      'Two keys. The upper one is cut on one edge. The lower one is cut on both edges, and its width is marked where it is not cut.',
  },
  MACS: {
    says: 'MACS is the largest step allowed between two cuts beside each other. A larger step is too steep for the wafers. “None” means that every step is allowed; not recorded means that nobody knows. One gap of a key may be an exception.',
    example:
      'With MACS 1, a 2 may stand beside a 1, but a 3 may not. If 1-?-3-?-2 is what you know of a key with four depths, 16 keys are left; 12 of them keep MACS 2, and two keep MACS 1: 1-2-3-2-2 and 1-2-3-3-2.',
    drawn:
      'Two blades at MACS 1. The cuts 1-2-3 go down in steps of one: allowed. The cuts 1-3 have a step of two: too large.',
  },
  'Direct and blind codes': {
    says: 'A direct code is the cuts: each digit is the name of a depth. A blind code is only a number, and its cuts stand in a table that is not published. So the guide turns a direct code into cuts, and of a blind code it knows the series. A letter in front belongs to the series, not to the cuts.',
    example:
      'Kawasaki A111111–A444444 is direct: A132142 is 1-3-2-1-4-2. Six cuts of four depths make 4,096 keys. Honda J00–U39 is blind.',
    drawn:
      'The code A132142 above a key with the cuts 1, 3, 2, 1, 4 and 2. Below it, the code J17 leads to a table that nobody can see.',
  },
  'Code direction': {
    says: 'Codes and bittings are read in one direction: from the bow, which you hold, to the tip, or from the tip to the bow. Read the other way round, it is another key. If the direction is not recorded, the guide says so: compare with a key or a lock before you cut.',
    example:
      'On DSD 441, 1-3-2-4-1-4-2 from bow to tip has a 1 at .158 and a 2 at .747. From tip to bow it has a 2 at .158 and a 1 at .747.',
    drawn:
      'A key with the cuts 1, 3, 2, 4, 1, 4 and 2. An arrow from bow to tip reads 1-3-2-4-1-4-2, and one from tip to bow reads 2-4-1-4-2-3-1.',
  },
  'Wafer positions': {
    says: 'A wafer is one of the small plates in a lock; one cut of the key moves it. The locks of a bike share the positions of one key, but the gas cap and the seat often have fewer wafers than the ignition. The numbers are those of the rows under Spacing: with the stop at the shoulder, 1 is the cut nearest to it. So a lock that you can read tells some of the cuts of the others.',
    example:
      'The gas cap, 1–4, reads 2-3-4-3; the seat, 4–6, reads 3-2-1. Position 4 is 3 in both. The ignition, 1–7, lacks only position 7: with four depths, four keys are left, three at MACS 2 and two at MACS 1.',
    drawn:
      'A key with seven positions, and three locks below it. The ignition has wafers at 1 to 7, the gas cap at 1 to 4 and the seat at 4 to 6.',
  },
  'Half cuts': {
    says: 'A worn cut often measures between two depths. 3½ means that it is a 3 or a 4. A set such as 2/4 means one of these. Each doubles the number of keys that are left. Begin with the shallow ones: the same blank can be cut deeper for the next try.',
    example: 'With four depths, 1½-1½-3½-3½-1½-3½ leaves 64 keys: 30 of them keep MACS 2, and two keep MACS 1.',
    drawn: 'A blade with the depths 3 and 4 as lines. The bottom of a worn cut lies between them: 3½.',
  },
  'Key system': {
    says: 'A key system is what a lock maker uses for a group of bikes: positions, depths, stop and sides. Hundreds of models can share one, and then their sheets have its values. A position number means nothing without its system.',
    example:
      'DSD 421 and 428, Kawasaki, have the same depths, but 428 has one more cut at the stop, at .216. So position 1 of 421, at .315, is position 2 of 428.',
    drawn:
      'The cuts of DSD 421 above those of DSD 428. 428 has one cut more, nearest the stop, so that all of its numbers are one higher.',
  },
  'HPC card, ITL and DSD': {
    says: 'Three numbers by which a key system is found in the books and machines of others. HPC card: the card for a code machine, for motorcycles CMC and a number. DSD: HPC’s depth and space number, in the commonest list. ITL: the number in another maker’s list. The code card of a blank maker (148, 160, 289) is another thing.',
    example: 'Honda from 1983 is DSD 406 and card CMC37. Suzuki from 1988 is DSD 441 and card CMC71.',
    drawn: 'Three cards, “HPC card CMC71”, “DSD 441” and “ITL no.”, which lead to one key.',
  },
  'Before you drive': {
    says: 'What can be done at the bike depends on how many working keys there are, and on the immobiliser. “Clone” copies the chip of a key; “register at the bike” teaches the bike another one. Without a key, the unit may have to be read on the bench or replaced, and sometimes only a dealer can help. “Not known” means that nobody has recorded it, never that it is possible.',
    example: 'HON70MH-SI is a Honda blank with a chip that can be cloned: one working key must be there.',
    drawn: 'No key, one key, and two keys: the three cases in which the guide says what can be done.',
  },
};
