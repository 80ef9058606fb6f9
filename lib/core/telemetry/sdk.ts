/** The packages of OpenTelemetry. They are found at run time, so that neither a worker's bundle nor a start without them holds one. */
export function findPackages() {
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
export type Packages = ReturnType<typeof findPackages>;
