import { hostname } from 'node:os';
import type { Span as OtelSpan } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Span } from './currentRequest';

export interface Traces {
  /** Begins the trace of a request. */
  begin: Span['begin'];
  /** Sends the spans that are still buffered. */
  close(): Promise<void>;
}

/** How long spans are buffered before they are sent, in milliseconds. */
const GATHERED = 1_000;
/** How long an export may take, in milliseconds: shorter than the server takes to stop. */
const EXPORTED_WITHIN = 3_000;

/** Sends traces to the collector at `endpoint`, by OTLP over HTTP. OpenTelemetry is loaded only here. */
export async function openTraces(endpoint: string, log: Logger): Promise<Traces> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const warn = (message: string) => log.warn({ reason: message.slice(0, 500) }, 'Traces could not be sent');
  const ignore = () => {};
  api.diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore });
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', endpoint.replace(/\/*$/, '/')).href,
    timeoutMillis: EXPORTED_WITHIN,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'motokey',
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: GATHERED, exportTimeoutMillis: EXPORTED_WITHIN }),
    ],
  });
  const tracer = provider.getTracer('motokey');

  const spanOf = (span: OtelSpan): Span => ({
    begin: (name, attributes = {}) =>
      spanOf(tracer.startSpan(name, { attributes, kind: kindOf(attributes) }, trace.setSpan(ROOT_CONTEXT, span))),
    end({ name, failed } = {}) {
      if (name) span.updateName(name);
      if (failed) span.setAttribute('error.type', failed).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
  const kindOf = (attributes: object) => ('db.system.name' in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL);
  return {
    begin: (name, attributes = {}) =>
      spanOf(tracer.startSpan(name, { attributes, kind: SpanKind.SERVER }, ROOT_CONTEXT)),
    close: () => provider.shutdown(),
  };
}
