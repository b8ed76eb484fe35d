/** Loaded before a server (--import): shifts its clock by the milliseconds in the file CLOCK_FILE. */
import { readFileSync } from 'node:fs';

const Right = Date;
let wrongBy = 0;
const look = () => {
  wrongBy = Number(readFileSync(String(process.env.CLOCK_FILE), 'utf8'));
};
look();
setInterval(look, 50).unref();

const now = () => Right.now() + wrongBy;
globalThis.Date = new Proxy(Right, {
  construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [now()]),
  apply: () => new Right(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
