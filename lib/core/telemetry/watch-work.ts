import { type Attributes, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Exporters } from './exporters';
import { metrics } from './metrics';
import { type Outcome, setWatcher, type Work } from './observe';
import { secondsSince } from './seconds';

function labelsOf(work: Work): Attributes {
  const { kind: _kind, ...labels } = work;
  return labels;
}

const nameOf = (work: Work) => (work.kind === 'job' ? `job ${work.chore}` : `${work.provider} ${work.call}`);

/**
 * Measures work of `observe`, each with a span, and counts payments and webhooks.
 *
 * @returns stops it
 */
export function watchWork({ tracer, histogram, counter }: Exporters): () => void {
  const durations = { provider: histogram(metrics.provider), job: histogram(metrics.job) };
  const payments = counter(metrics.payments);
  const webhooks = counter(metrics.webhooks);
  setWatcher({
    async during(work, run, judge) {
      const began = performance.now();
      const labels = labelsOf(work);
      const kind = work.kind === 'job' ? SpanKind.INTERNAL : SpanKind.CLIENT;
      const span = tracer.startSpan(nameOf(work), { kind, attributes: labels });
      const end = (outcome: Outcome) => {
        durations[work.kind].record(secondsSince(began), { ...labels, outcome });
        span.setAttribute('outcome', outcome);
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
      try {
        const value = await context.with(trace.setSpan(context.active(), span), run);
        end(judge.value?.(value) ?? 'ok');
        return value;
      } catch (problem) {
        end(judge.problem?.(problem) ?? 'failed');
        throw problem;
      }
    },
    countPayment: (provider, outcome) => payments.add(1, { provider, outcome }),
    countWebhook: (provider, outcome) => webhooks.add(1, { provider, outcome }),
    traceId: () => trace.getSpan(context.active())?.spanContext().traceId,
  });
  return () => setWatcher(undefined);
}
