/** The worker that OpenNext builds; wrangler.jsonc says where it is. */
declare module 'open-next-worker' {
  const worker: { fetch: (request: Request, env: object, context: object) => Promise<Response> };
  export default worker;
  export const DOQueueHandler: unknown;
  export const DOShardedTagCache: unknown;
}
