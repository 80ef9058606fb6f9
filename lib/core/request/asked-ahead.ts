export type Answered = { status: number; body: string };
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
  #answer: Promise<Answered> | undefined;
  #others = 0;

  constructor(handover: string, call: Call, answer: Promise<Answered>) {
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

  /** Gives the page another answer. */
  answerWith(answer: Answered): void {
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
    return answer.then(
      ({ status, body }) => new Response(body, { status, headers: { 'content-type': 'application/json' } }),
    );
  }
}
