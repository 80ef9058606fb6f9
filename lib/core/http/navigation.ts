/** Whether a browser will show the answer as a page, as it does where a link or a form leads. Old ones only ask for HTML. */
export function isNavigation(headers: Headers): boolean {
  const mode = headers.get('sec-fetch-mode');
  return mode === null ? (headers.get('accept') ?? '').includes('text/html') : mode === 'navigate';
}
