import { type Answer, toResponse } from '../http/answer';

type Call = Parameters<typeof fetch>;

/** What a call asks, and for whom; null for a call that is never asked ahead. */
function questionOf([input, init = {}]: Call): string | null {
  if (input instanceof Request || typeof init.body !== 'string') return null;
  return `${new Headers(init.headers).get('authorization')} ${new URL(input)} ${init.body}`;
}

/**
 * What was asked for a page before Next.js saw its request: who asks, which the gates are told, and a call of the
 * database, whose answer the page gets when it makes the same call, once. Everything else that the page is made from is
 * counted.
 */
export class AskedAhead {
  /** The header by which the gates are told who asks. */
  readonly handover: string;
  readonly #question: string | null;
  #answer: Promise<Answer> | undefined;
  #others = 0;
  #isReused = false;

  constructor(handover: string, call: Call, answer: Promise<Answer>) {
    this.handover = handover;
    this.#question = questionOf(call);
    this.#answer = answer;
    // Whoever takes it hears of a failure, and perhaps nobody does.
    answer.catch(() => undefined);
  }

  /** How often the page was made from something else. */
  get others(): number {
    return this.#others;
  }

  countOther(): void {
    this.#others += 1;
  }

  /** Whether the page may be sent to others, so that it does not say who asked for it; that is added to each copy. */
  get isReused(): boolean {
    return this.#isReused;
  }

  /** Lets the page be sent to others: its answer is one that says nothing of who asks. */
  reuse(answer: Answer): void {
    this.#isReused = true;
    this.#answer = Promise.resolve(answer);
  }

  /** The answer to a call of the page; undefined if it has to be made. */
  take(...call: Call): Promise<Response> | undefined {
    const answer = this.#answer;
    if (!answer || questionOf(call) !== this.#question) {
      this.countOther();
      return undefined;
    }
    this.#answer = undefined;
    return answer.then(toResponse);
  }
}
