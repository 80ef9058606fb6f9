import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import { routeName } from './names';

/** Attributes that are exported. Addresses, error messages and other possibly personal values are not. */
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

/** A span with an allowed name and allowed attributes. */
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

/** Wraps an exporter so that it sends allowed attributes only. */
export function onlyBare(exporter: SpanExporter): SpanExporter {
  return {
    export: (spans, done) => exporter.export(spans.map(bare), done),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
