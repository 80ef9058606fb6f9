import { SpanKind, trace } from '@opentelemetry/api';
import {
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';

/** The share of sampled requests from the standard variable, 1 by default. */
function keptShare(): number {
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1);
  return Number.isFinite(share) ? Math.min(Math.max(share, 0), 1) : 1;
}

/** Unsampled requests are still recorded: their span has the route, and metrics count all requests. */
export function sampler(): Sampler {
  const inner = new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(keptShare()) });
  return {
    shouldSample(context, id, name, kind, attributes, links) {
      const result = inner.shouldSample(context, id, name, kind, attributes, links);
      const isRoot = kind === SpanKind.SERVER && !trace.getSpan(context);
      const isDropped = result.decision === SamplingDecision.NOT_RECORD;
      return isRoot && isDropped ? { ...result, decision: SamplingDecision.RECORD } : result;
    },
    toString: () => 'Unstore',
  };
}
