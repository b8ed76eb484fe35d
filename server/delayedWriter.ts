/** Writes what others have collected: a while after the first call of `soon`, and one write at a time. */
export class DelayedWriter {
  private timer: NodeJS.Timeout | undefined;
  private written = Promise.resolve();

  /** `write` handles its own failures. */
  constructor(
    private readonly write: () => Promise<void>,
    private readonly afterMs: number,
  ) {}

  soon(): void {
    this.timer ??= setTimeout(() => void this.now(), this.afterMs);
  }

  /** Resolves when everything collected so far has been written. */
  now(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.written = this.written.then(this.write);
    return this.written;
  }

  /** Resolves when the writes under way are done. Writes nothing more. */
  settled(): Promise<void> {
    return this.written;
  }

  /** Writes the rest; for the end of the server. */
  async stop(): Promise<void> {
    await this.now();
    clearTimeout(this.timer);
  }
}
