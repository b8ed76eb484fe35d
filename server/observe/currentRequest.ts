import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of a trace (traces.ts). */
export interface Span {
  begin(name: string, attributes?: Record<string, string>): Span;
  /** `failed` is the kind of error, without detail. `name` replaces the initial name. */
  end(end?: { name?: string; failed?: string | undefined }): void;
}

/** A request as the log, the metrics and the traces see it. */
export interface ObservedRequest {
  /** In its log lines, in the header `x-request-id` and in errors of the graph. */
  readonly id: string;
  /** Only for `/graphql`: the first field of the operation, and the first error's status on REST. */
  readonly graph: { field?: string; status?: number };
  /** Only while traces are exported. */
  readonly span?: Span | undefined;
  /** Answers with a fault, unless an answer has been sent. */
  fail(error: Error): void;
}

const current = new AsyncLocalStorage<ObservedRequest>();

export const currentRequest = (): ObservedRequest | undefined => current.getStore();

export const withinRequest = <T>(request: ObservedRequest, run: () => T): T => current.run(request, run);

/** Runs `work` as a part of the current request's trace, if there is one. `name` and `attributes` hold no user's data. */
export function traced<T>(name: string, work: () => Promise<T>, attributes?: () => Record<string, string>): Promise<T> {
  const request = current.getStore();
  return request?.span ? inSpan({ ...request, span: request.span.begin(name, attributes?.()) }, work) : work();
}

async function inSpan<T>(request: ObservedRequest & { span: Span }, work: () => Promise<T>): Promise<T> {
  let failed: string | undefined;
  try {
    return await current.run(request, work);
  } catch (error) {
    failed = error instanceof Error && 'code' in error ? String(error.code) : 'fault';
    throw error;
  } finally {
    request.span.end({ failed });
  }
}
