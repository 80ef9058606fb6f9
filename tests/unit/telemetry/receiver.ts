import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Pair = { key: string; value: Value };
type Resource = { attributes: Pair[] };
type Traces = { resourceSpans: Array<{ scopeSpans: Array<{ spans: RawSpan[] }> }> };
type RawSpan = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Pair[] };
type Point = { attributes: Pair[] };
type RawMetric = Record<'histogram' | 'sum' | 'gauge', { dataPoints: Point[] } | undefined> & { name: string };
type Metrics = { resourceMetrics: Array<{ resource: Resource; scopeMetrics: Array<{ metrics: RawMetric[] }> }> };

export type Span = {
  name: string;
  trace: string;
  id: string;
  parent: string | undefined;
  attributes: Record<string, unknown>;
};

const read = (pairs: Pair[]) => Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A local collector: accepts OTLP over HTTP as JSON and records it. */
export async function startReceiver() {
  const texts: string[] = [];
  const spans: Span[] = [];
  const points: Array<{ name: string; labels: Record<string, unknown> }> = [];
  const senders: Array<Record<string, unknown>> = [];
  const server = createServer(async (request, response) => {
    const text = (await request.setEncoding('utf8').toArray()).join('');
    texts.push(text);
    if (request.url === '/v1/traces') {
      const { resourceSpans } = JSON.parse(text) as Traces;
      for (const { name, traceId, spanId, parentSpanId, attributes } of resourceSpans.flatMap(({ scopeSpans }) =>
        scopeSpans.flatMap((scope) => scope.spans),
      )) {
        spans.push({ name, trace: traceId, id: spanId, parent: parentSpanId, attributes: read(attributes) });
      }
    } else {
      const { resourceMetrics } = JSON.parse(text) as Metrics;
      senders.push(...resourceMetrics.map(({ resource }) => read(resource.attributes)));
      for (const metric of resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((s) => s.metrics))) {
        const { dataPoints } = metric.histogram ?? metric.sum ?? metric.gauge ?? { dataPoints: [] };
        for (const { attributes } of dataPoints) points.push({ name: metric.name, labels: read(attributes) });
      }
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    points,
    /** Process attributes of each metrics export. */
    senders,
    /** Everything that was sent, as text. */
    all: () => texts.join('\n'),
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
