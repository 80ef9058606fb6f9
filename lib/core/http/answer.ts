/** A JSON response as plain values, which can be cached and repeated. */
export type Answer = { status: number; body: string };

/** Reads a response to its end. Throws if the connection is lost before. */
export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.text(),
});

/** The JSON response of an answer. */
export const toResponse = ({ status, body }: Answer): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
