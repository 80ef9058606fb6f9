type Answered = { status: number; body: string };
type Send = typeof fetch;

/** What a call asks, and for whom; null for a call whose answer is not reused. */
function questionOf(input: Parameters<Send>[0], init: RequestInit = {}): string | null {
  if (input instanceof Request || typeof init.body !== 'string') return null;
  return `${new Headers(init.headers).get('authorization')} ${new URL(input)} ${init.body}`;
}

const responseOf = ({ status, body }: Answered) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });

/**
 * The calls that were made for a request before Next.js saw it. Its page gets these answers when it makes the same calls,
 * each of them once, and every other call of the page is counted. So a page without any was made from these answers alone.
 */
export class CallsAhead {
  readonly #answers = new Map<string, Promise<Answered>>();
  #isReplaying = false;
  #others = 0;

  /** From here on it is the page that calls. */
  replay(): void {
    this.#isReplaying = true;
  }

  get isReplaying(): boolean {
    return this.#isReplaying;
  }

  /** How many calls the page has made that were not made before. */
  get others(): number {
    return this.#others;
  }

  /** @param send makes a call that has not been made yet */
  call(send: Send, ...[input, init]: Parameters<Send>): Promise<Response> {
    const question = questionOf(input, init);
    if (this.#isReplaying) return this.#answerTo(question) ?? send(input, init);
    if (question === null) return send(input, init);
    const answer = send(input, init).then(async (response) => ({
      status: response.status,
      body: await response.text(),
    }));
    // Whoever asked hears of a failure; nobody may be waiting for the answer by the time that it fails.
    answer.catch(() => undefined);
    this.#answers.set(question, answer);
    return answer.then(responseOf);
  }

  #answerTo(question: string | null): Promise<Response> | undefined {
    const known = question === null ? undefined : this.#answers.get(question);
    if (question === null || !known) {
      this.#others += 1;
      return undefined;
    }
    this.#answers.delete(question);
    return known.then(responseOf);
  }
}
