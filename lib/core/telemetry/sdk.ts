import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Attributes, Context, ContextManager, Histogram, Span } from '@opentelemetry/api';
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { requestId } from '@/lib/core/request/context';
import { type Metric, metrics } from './metrics';
import { routeName, supabaseCall } from './names';
import { type Outcome, setWatcher, type Work } from './observe';
import { notedRoute } from './routes';

/** The packages are found at run time, so that neither a worker's bundle nor a start without them holds one. */
function packages() {
  // A bundler must not follow these names.
  const { createRequire } = globalThis.process.getBuiltinModule('node:module');
  const find = createRequire(`${globalThis.process.cwd()}/`);
  return {
    api: find('@opentelemetry/api') as typeof import('@opentelemetry/api'),
    traces: find('@opentelemetry/sdk-trace-base') as typeof import('@opentelemetry/sdk-trace-base'),
    meters: find('@opentelemetry/sdk-metrics') as typeof import('@opentelemetry/sdk-metrics'),
    resources: find('@opentelemetry/resources') as typeof import('@opentelemetry/resources'),
    toTraces: find(
      '@opentelemetry/exporter-trace-otlp-http',
    ) as typeof import('@opentelemetry/exporter-trace-otlp-http'),
    toMetrics: find(
      '@opentelemetry/exporter-metrics-otlp-http',
    ) as typeof import('@opentelemetry/exporter-metrics-otlp-http'),
  };
}
type Packages = ReturnType<typeof packages>;

/** The context of a request is entered where the request begins, which the packages' own manager does not offer. */
class Contexts implements ContextManager {
  readonly #store = new AsyncLocalStorage<Context>();
  readonly #root: Context;
  constructor(root: Context) {
    this.#root = root;
  }
  active = () => this.#store.getStore() ?? this.#root;
  with: ContextManager['with'] = (context, work, self, ...args) =>
    this.#store.run(context, () => work.apply(self as ThisParameterType<typeof work>, args));
  bind: ContextManager['bind'] = (context, target) =>
    typeof target === 'function'
      ? (((...args: unknown[]) => this.#store.run(context, () => target(...args))) as typeof target)
      : target;
  enable = () => this;
  disable = () => this;
  enter(context: Context): void {
    this.#store.enterWith(context);
  }
}

/** What may leave the server with a span. Addresses, messages of errors and everything else that a person may be in stay. */
const passed = new Set([
  'call',
  'chore',
  'error.type',
  'http.method',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'http.status_code',
  'next.rsc',
  'next.span_type',
  'outcome',
  'provider',
  'service',
  'unstore.request_id',
]);

/** A span as it is exported: under a name and with values that the code has chosen. */
function bare(span: ReadableSpan): ReadableSpan {
  const attributes: Attributes = {};
  for (const [name, value] of Object.entries(span.attributes)) if (passed.has(name)) attributes[name] = value;
  const route = span.attributes['http.route'] ?? span.attributes['next.route'];
  if (typeof route === 'string') attributes['http.route'] = routeName(route);
  const type = span.attributes['next.span_type'];
  const name = typeof type === 'string' ? [type, attributes['http.route']].filter(Boolean).join(' ') : span.name;
  const { code } = span.status;
  return Object.create(span, {
    name: { value: name },
    attributes: { value: attributes },
    events: { value: [] },
    links: { value: [] },
    status: { value: { code } },
  });
}

function onlyBare(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(bare), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** The share of requests whose traces are kept, as the standard variable says it; all of them without it. */
function keptShare(): number {
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 1;
}

/** A request that is not kept is still recorded: its route is known from its span, and all requests are counted. */
function samplerOf({ traces, api }: Packages): Sampler {
  const { ParentBasedSampler, SamplingDecision, TraceIdRatioBasedSampler } = traces;
  const inner = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(keptShare()) });
  return {
    shouldSample(context, trace, name, kind, attributes, links) {
      const result = inner.shouldSample(context, trace, name, kind, attributes, links);
      const isRoot = kind === api.SpanKind.SERVER && !api.trace.getSpan(context);
      const isDropped = result.decision === SamplingDecision.NOT_RECORD;
      return isRoot && isDropped ? { ...result, decision: SamplingDecision.RECORD } : result;
    },
    toString: () => 'Unstore',
  };
}

const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30];
const secondsSince = (began: number) => (performance.now() - began) / 1000;

function labelsOf(work: Work): Attributes {
  const { kind: _kind, ...labels } = work;
  return labels;
}

const nameOf = (work: Work) => (work.kind === 'job' ? `job ${work.chore}` : `${work.provider} ${work.call}`);

/**
 * Sends traces and metrics to `OTEL_EXPORTER_OTLP_ENDPOINT` by OTLP over HTTP, until the process ends
 * (docs/operations.md).
 *
 * @param supabaseUrl whose calls are watched
 * @returns sends what is waiting, and ends
 */
export function startTelemetry(supabaseUrl: string): () => Promise<void> {
  const found = packages();
  const { api, traces, meters, resources } = found;
  // Next.js names its own spans of calls by whole addresses.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1';
  const resource = resources.resourceFromAttributes({
    'service.name': process.env.OTEL_SERVICE_NAME || 'unstore',
    'service.instance.id': `${process.env.HOSTNAME ?? 'node'}-${process.pid}`,
  });
  const contexts = new Contexts(api.ROOT_CONTEXT);
  api.context.setGlobalContextManager(contexts);
  const spans = new traces.BasicTracerProvider({
    resource,
    sampler: samplerOf(found),
    spanProcessors: [new traces.BatchSpanProcessor(onlyBare(new found.toTraces.OTLPTraceExporter()))],
  });
  api.trace.setGlobalTracerProvider(spans);
  const reader = new meters.PeriodicExportingMetricReader({
    exporter: new found.toMetrics.OTLPMetricExporter(),
    exportIntervalMillis: Number(process.env.OTEL_METRIC_EXPORT_INTERVAL || 15_000),
    exportTimeoutMillis: Math.min(10_000, Number(process.env.OTEL_METRIC_EXPORT_INTERVAL || 15_000)),
  });
  const meterProvider = new meters.MeterProvider({ resource, readers: [reader] });
  const meter = meterProvider.getMeter('unstore');
  const tracer = spans.getTracer('unstore');

  const histogram = ({ name, unit, about }: Metric): Histogram =>
    meter.createHistogram(name, { unit, description: about, advice: { explicitBucketBoundaries: boundaries } });
  const requests = histogram(metrics.request);
  const supabaseCalls = histogram(metrics.supabase);
  const provided = { provider: histogram(metrics.provider), job: histogram(metrics.job) };
  const payments = meter.createCounter(metrics.payments.name, { description: metrics.payments.about });
  const gauge = ({ name, unit, about }: Metric, read: () => number) =>
    meter.createObservableGauge(name, { unit, description: about }).addCallback((result) => result.observe(read()));

  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  gauge(metrics.lagMiddle, () => delays.percentile(50) / 1e9);
  gauge(metrics.lagHigh, () => {
    const high = delays.percentile(99) / 1e9;
    delays.reset();
    return high;
  });
  gauge(metrics.heap, () => process.memoryUsage().heapUsed);
  gauge(metrics.memory, () => process.memoryUsage.rss());
  let active = 0;
  gauge(metrics.active, () => active);

  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const began = performance.now();
    const method = request.method ?? 'GET';
    const isFile = request.url?.startsWith('/_next/static/') ?? false;
    const attributes = { 'http.request.method': method, 'unstore.request_id': requestId() };
    const span = isFile ? null : tracer.startSpan(method, { kind: api.SpanKind.SERVER, attributes }, api.ROOT_CONTEXT);
    if (span) contexts.enter(api.trace.setSpan(api.ROOT_CONTEXT, span));
    active += 1;
    response.once('close', () => {
      active -= 1;
      const took = secondsSince(began);
      const status = response.statusCode;
      // Next.js names the route of a page that it sends in parts just after the last one.
      setImmediate(() => {
        const noted =
          span && ((span as Span & Partial<ReadableSpan>).attributes?.['http.route'] ?? notedRoute(response));
        // What the gates answer by themselves has no page.
        const route = isFile ? '/_next/static' : typeof noted === 'string' ? routeName(noted) : 'gates';
        requests.record(took, {
          'http.route': route,
          'http.request.method': method,
          'http.response.status_code': status,
        });
        if (!span) return;
        span.updateName(`${method} ${route}`);
        span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      });
    });
  });

  // The gates run in a world of their own, but their calls go out by the same door.
  type Call = { span: Span; began: number; labels: Attributes; status: number };
  type Sent = { origin: unknown; method: string; path: string };
  const calls = new WeakMap<object, Call>();
  const { origin } = new URL(supabaseUrl);
  const finish = (sent: object, isLost: boolean) => {
    const call = calls.get(sent);
    if (!call) return;
    calls.delete(sent);
    const outcome: Outcome = isLost || call.status >= 500 ? 'failed' : call.status >= 400 ? 'refused' : 'ok';
    supabaseCalls.record(secondsSince(call.began), { ...call.labels, outcome });
    call.span.setAttributes({ outcome, 'http.response.status_code': call.status });
    if (outcome === 'failed') call.span.setStatus({ code: api.SpanStatusCode.ERROR });
    call.span.end();
  };
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Sent };
    if (String(request.origin) !== origin) return;
    const labels = supabaseCall(request.method, request.path);
    const span = tracer.startSpan(`${labels.service} ${labels.call}`, {
      kind: api.SpanKind.CLIENT,
      attributes: labels,
    });
    calls.set(request, { span, began: performance.now(), labels, status: 0 });
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    const call = calls.get(request);
    if (call) call.status = response.statusCode;
  });
  subscribe('undici:request:trailers', (message) => finish((message as { request: object }).request, false));
  subscribe('undici:request:error', (message) => finish((message as { request: object }).request, true));

  setWatcher({
    async during(work, run, judge) {
      const began = performance.now();
      const labels = labelsOf(work);
      const kind = work.kind === 'job' ? api.SpanKind.INTERNAL : api.SpanKind.CLIENT;
      const span = tracer.startSpan(nameOf(work), { kind, attributes: labels });
      const end = (outcome: Outcome) => {
        provided[work.kind].record(secondsSince(began), { ...labels, outcome });
        span.setAttribute('outcome', outcome);
        if (outcome === 'failed') span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      };
      try {
        const value = await api.context.with(api.trace.setSpan(api.context.active(), span), run);
        end(judge.value?.(value) ?? 'ok');
        return value;
      } catch (problem) {
        end(judge.problem?.(problem) ?? 'failed');
        throw problem;
      }
    },
    countPayment: (provider, outcome) => payments.add(1, { provider, outcome }),
    traceId: () => api.trace.getSpan(api.context.active())?.spanContext().traceId,
  });

  const end = async () => {
    setWatcher(undefined);
    delays.disable();
    await Promise.all([spans.shutdown(), meterProvider.shutdown()]);
  };
  // What is waiting is sent while the server answers its last requests.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end().catch(() => undefined));
  return end;
}
