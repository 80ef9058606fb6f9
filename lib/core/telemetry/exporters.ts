import { hostname } from 'node:os';
import { type Counter, context, type Histogram, ROOT_CONTEXT, type Tracer, trace } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { onlyBare } from './bare-spans';
import { Contexts } from './contexts';
import type { Metric } from './metrics';
import { sampler } from './sampler';

/** Records traces and metrics, and exports them to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export type Exporters = {
  contexts: Contexts;
  tracer: Tracer;
  histogram: (metric: Metric) => Histogram;
  counter: (metric: Metric) => Counter;
  /** @param read called at each export */
  gauge: (metric: Metric, read: () => number) => void;
  /** Flushes and stops. */
  shutdown: () => Promise<unknown>;
};

const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30];

/** `HOSTNAME` is the listen address, and the server of a container is always process 1. */
function makeResource() {
  return resourceFromAttributes({
    'service.name': process.env.OTEL_SERVICE_NAME || 'unstore',
    'service.instance.id': `${hostname()}-${crypto.randomUUID().slice(0, 8)}`,
  });
}
type Resource = ReturnType<typeof makeResource>;

/** The tracer provider of the shop and of Next.js. */
function openTraces(resource: Resource) {
  const contexts = new Contexts(ROOT_CONTEXT);
  context.setGlobalContextManager(contexts);
  const provider = new BasicTracerProvider({
    resource,
    sampler: sampler(),
    spanProcessors: [new BatchSpanProcessor(onlyBare(new OTLPTraceExporter()))],
  });
  trace.setGlobalTracerProvider(provider);
  return { contexts, provider };
}

function openMetrics(resource: Resource) {
  const everyMs = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL || 15_000);
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(10_000, everyMs),
  });
  return new MeterProvider({ resource, readers: [reader] });
}

/** Creates the exporters of traces and metrics from the standard variables (docs/operations.md, "Telemetry"). */
export function openExporters(): Exporters {
  // Next.js names its fetch spans by whole addresses.
  process.env.NEXT_OTEL_FETCH_DISABLED = '1';
  const resource = makeResource();
  const { contexts, provider } = openTraces(resource);
  const meterProvider = openMetrics(resource);
  const meter = meterProvider.getMeter('unstore');
  return {
    contexts,
    tracer: provider.getTracer('unstore'),
    histogram: ({ name, unit, about }) =>
      meter.createHistogram(name, { unit, description: about, advice: { explicitBucketBoundaries: boundaries } }),
    counter: ({ name, about }) => meter.createCounter(name, { description: about }),
    gauge: ({ name, unit, about }, read) => {
      meter.createObservableGauge(name, { unit, description: about }).addCallback((result) => result.observe(read()));
    },
    shutdown: () => Promise.all([provider.shutdown(), meterProvider.shutdown()]),
  };
}
