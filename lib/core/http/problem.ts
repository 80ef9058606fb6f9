/**
 * A problem document (RFC 9457), which no cache stores.
 *
 * @param document its `type`, `title`, `status`, and further members
 * @param headers further headers of the response
 */
export function problemResponse(
  document: { type: string; title: string; status: number; [member: string]: unknown },
  headers: HeadersInit = {},
): Response {
  const all = new Headers(headers);
  all.set('content-type', 'application/problem+json');
  all.set('cache-control', 'private, no-store');
  return new Response(JSON.stringify(document), { status: document.status, headers: all });
}
