/**
 * What workerd cannot do: make pictures anew (sharp), write PDF files (fonts and streams of Node), and fetch pictures
 * from addresses that people name (checked before they are connected to).
 */
const routes = [
  /^\/api\/(?:profile|product)-image$/,
  /^\/api\/(?:factura|club-invoice)\/[^/]+$/,
  /^\/api\/creator\/statement$/,
  /^\/_next\/image$/,
];

/** Whether the same shop on Node answers this path. */
export const needsNode = (path: string): boolean => routes.some((route) => route.test(path));

/**
 * Passes a request on to the companion as it is, with its cookies.
 *
 * @param companion address of the same shop on Node
 */
export function askCompanion(request: Request, companion: string): Promise<Response> {
  const { pathname, search, host, protocol } = new URL(request.url);
  const passed = new Request(new URL(pathname + search, companion), request);
  passed.headers.set('x-forwarded-host', host);
  passed.headers.set('x-forwarded-proto', protocol.slice(0, -1));
  return fetch(passed, { redirect: 'manual' });
}
