import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { oncePerProcess } from '../once-per-process.mjs';

/** Answers a request, or lets whoever comes next do it: in the end Next.js. */
export type Answerer = (request: IncomingMessage, response: ServerResponse, pass: () => void) => Promise<void>;

function showFirst(name: string, answer: Answerer): void {
  const { emit } = Server.prototype as { emit: (this: Server, ...event: unknown[]) => boolean };
  Server.prototype.emit = function (this: Server, ...event: unknown[]) {
    const [kind, request, response] = event;
    if (kind !== 'request') return emit.apply(this, event);
    let isPassed = false;
    const pass = () => {
      isPassed = true;
      emit.apply(this, event);
    };
    answer(request as IncomingMessage, response as ServerResponse, pass).catch(async (problem) => {
      if (!isPassed && !(response as ServerResponse).headersSent) pass();
      (await import('@/lib/core/log')).log.error({ name, error: String(problem) }, 'not answered ahead of Next.js');
    });
    return true;
  };
}

/**
 * Shows every request that comes to a server of this process to a function first, once for each name. The one that was
 * named last sees it first. A failure of it is logged and leaves the request to Next.js.
 */
export const answerAheadOfNext = (name: string, answer: Answerer): void =>
  oncePerProcess(`ahead.${name}`, () => showFirst(name, answer));
