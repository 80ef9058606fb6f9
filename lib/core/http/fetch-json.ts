/**
 * What a route of the shop answers, for a component of a page. The caller says what that is: the two are of one release.
 *
 * @param path the path of the route with its query
 * @param signal gives it up
 * @throws for an answer that is not a success, and for none
 */
export async function fetchJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(path, signal && { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
