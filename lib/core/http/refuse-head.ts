/** The answer to a HEAD of a route whose GET changes something. Without it, Next.js would run the GET. */
export const refuseHead = (): Response =>
  new Response(null, { status: 405, headers: { allow: 'GET', 'cache-control': 'no-store' } });
