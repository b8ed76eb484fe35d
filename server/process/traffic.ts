/** In milliseconds. */
const QUIET = 1_000;

/** The requests of a server, for work that gives way to them. */
export class Traffic {
  private requests = 0;
  private lastAt = 0;

  /** Notes a request. Returns whether no other has come within the last second, at the time of the call. */
  enter(): () => boolean {
    this.requests += 1;
    this.lastAt = performance.now();
    const own = this.requests;
    return () => own === this.requests || performance.now() - this.lastAt > QUIET;
  }
}
