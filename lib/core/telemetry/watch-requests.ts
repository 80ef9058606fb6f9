import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { requestId } from '@/lib/core/request/context';
import type { Exporters } from './exporters';
import { metrics } from './metrics';
import { routeName } from './names';
import { secondsSince } from './seconds';

type Handled = { request: IncomingMessage; response: ServerResponse };

const isFile = ({ url }: IncomingMessage) => url?.startsWith('/_next/static/') ?? false;

/** The route of a request; `gates` if the middleware answered it. */
function routeOf(span: Span): string {
  const noted = (span as Span & Partial<ReadableSpan>).attributes?.['http.route'];
  return typeof noted === 'string' ? routeName(noted) : 'gates';
}

/** Measures the requests of this process, and starts a trace for each that is not a built file. */
export function watchRequests({ contexts, tracer, histogram, gauge }: Exporters): void {
  const requests = histogram(metrics.request);
  let active = 0;
  gauge(metrics.active, () => active);

  /** Enters the span of a request for all code that it triggers. */
  const enter = (method: string): Span => {
    const attributes = { 'http.request.method': method, 'unstore.request_id': requestId() };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
    contexts.enter(trace.setSpan(ROOT_CONTEXT, span));
    return span;
  };

  const leave = (span: Span, method: string, route: string, status: number) => {
    span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };

  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as Handled;
    const began = performance.now();
    const method = request.method ?? 'GET';
    const span = isFile(request) ? null : enter(method);
    active += 1;
    response.once('close', () => {
      active -= 1;
      const took = secondsSince(began);
      const status = response.statusCode;
      // Next.js sets the route of a streamed page just after its last part.
      setImmediate(() => {
        const route = span ? routeOf(span) : '/_next/static';
        requests.record(took, {
          'http.route': route,
          'http.request.method': method,
          'http.response.status_code': status,
        });
        if (span) leave(span, method, route, status);
      });
    });
  });
}
