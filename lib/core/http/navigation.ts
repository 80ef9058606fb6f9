/** True if the request is a navigation, by a link or a form. Old browsers only accept HTML. */
export function isNavigation(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode');
  return mode === null ? (headers.get('accept') ?? '').includes('text/html') : mode === 'navigate';
}
