import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** `refuses` recipients for now, `drops` connections, `hangs` before its greeting. */
type MailMood = 'well' | 'refuses' | 'drops' | 'hangs';

export type LocalMail = Awaited<ReturnType<typeof startLocalMail>>;

/** A mail server on a free port of this machine. */
export async function startLocalMail() {
  const received: { to: string[]; message: string }[] = [];
  const state = { mood: 'well' as MailMood };
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      if (state.mood === 'drops') return done(new Error('go away'));
      if (state.mood !== 'hangs') done();
    },
    onRcptTo(_address, _session, done) {
      if (state.mood === 'refuses') return done(Object.assign(new Error('mailbox busy'), { responseCode: 450 }));
      done();
    },
    onData(stream, session, done) {
      text(stream).then((message) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message });
        done();
      }, done);
    },
  });
  // A client that is killed ends its connection in the middle.
  smtp.on('error', () => {});
  const port = await new Promise<number>((done) => {
    const server = smtp.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port));
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise<void>((done) => smtp.close(done)),
  };
}
