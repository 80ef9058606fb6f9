import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { oncePerProcess } from '../once-per-process.mjs';

/** Answers a request, or calls `pass`, which leaves it to the next handler; the last one is Next.js. */
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
 * Registers a handler that sees each HTTP request before Next.js, by wrapping `http.Server.prototype.emit`. The last one
 * registered runs first; the same name again does nothing. If a handler throws before it has answered, that is logged and
 * Next.js answers.
 *
 * @param name identifies the handler in this process and in the log
 * @param answer answers the request, or calls `pass` to leave it to the handler registered before it, or to Next.js
 */
export const answerAheadOfNext = (name: string, answer: Answerer): void =>
  oncePerProcess(`ahead.${name}`, () => showFirst(name, answer));
