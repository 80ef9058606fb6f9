/** A JSON response as plain values, which can be cached and repeated. */
export type Answer = { status: number; body: string };

export const readAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: await response.text(),
});

export const toResponse = ({ status, body }: Answer): Response =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
