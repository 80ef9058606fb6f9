import { subscribe } from 'node:diagnostics_channel';
import { type Attributes, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Exporters } from './exporters';
import { metrics } from './metrics';
import { supabaseCall } from './names';
import type { Outcome } from './observe';
import { secondsSince } from './seconds';

type Call = { span: Span; began: number; labels: Attributes; status: number };
/** A request of undici, Node's `fetch`. */
type Sent = { origin: unknown; method: string; path: string };

const outcomeOf = (status: number): Outcome => (status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'ok');

/**
 * Measures calls to Supabase, each with a span, at the level of undici: the middleware runs in a sandbox, but its calls
 * leave through the same `fetch`.
 */
export function watchSupabase({ tracer, histogram }: Exporters, supabaseUrl: string): void {
  const durations = histogram(metrics.supabase);
  const calls = new WeakMap<object, Call>();
  const { origin } = new URL(supabaseUrl);

  const finish = (sent: object, isLost: boolean) => {
    const call = calls.get(sent);
    if (!call) return;
    calls.delete(sent);
    const outcome = isLost ? 'failed' : outcomeOf(call.status);
    durations.record(secondsSince(call.began), { ...call.labels, outcome });
    call.span.setAttributes({ outcome, 'http.response.status_code': call.status });
    if (outcome === 'failed') call.span.setStatus({ code: SpanStatusCode.ERROR });
    call.span.end();
  };

  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Sent };
    if (String(request.origin) !== origin) return;
    const labels = supabaseCall(request.method, request.path);
    const name = `${labels.service} ${labels.call}`;
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: labels });
    calls.set(request, { span, began: performance.now(), labels, status: 0 });
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: object; response: { statusCode: number } };
    const call = calls.get(request);
    if (call) call.status = response.statusCode;
  });
  subscribe('undici:request:trailers', (message) => finish((message as { request: object }).request, false));
  subscribe('undici:request:error', (message) => finish((message as { request: object }).request, true));
}
