import type { Measures } from '../../client/catalogue/drawing/readMeasures';

/** Key systems from the trade's public lists: inches from the shoulder, with the root depth (1x) of each named depth. */
const system = (spacing: string, depths: string, more: Partial<Measures> = {}): Measures => ({
  spacing: spacing.split(' '),
  depth: depths.split(' ').map((depth) => {
    const [name = '', oneX = ''] = depth.split('=');
    return { name, oneX, twoX: '' };
  }),
  unit: 'inch',
  datum: 'shoulder',
  sides: '1',
  width: '',
  macs: '',
  codeDirection: 'bow to tip',
  ...more,
});

/** By their DSD number. */
export const SYSTEMS = {
  406: system('.098 .197 .295 .394 .492', '1=.276 2=.244 3=.213'),
  402: system('.098 .197 .295 .394 .492', '1=.276 2=.256 3=.236 4=.217'),
  420: system('.098 .197 .295 .394 .492 .591', '1=.258 2=.238 3=.218 4=.199'),
  421: system('.315 .413 .512 .610 .709 .807', '1=.295 2=.276 3=.256 4=.236'),
  428: system('.216 .315 .413 .512 .610 .709 .807', '1=.295 2=.276 3=.256 4=.236'),
  441: system('.158 .257 .355 .453 .551 .649 .747', '1=.295 2=.276 3=.256 4=.236'),
  450: system('.157 .256 .354 .453 .551 .650', '1=.295 2=.276 3=.256 4=.236'),
  400: system('.142 .246 .350 .455 .559', '1=.157 2=.177 3=.197 4=.217 5=.236'),
} as const;
