/**
 * Fetches JSON from a route of the shop, for components. The caller declares the type: page and route are of one
 * release.
 *
 * @param path the path with its query
 * @param signal aborts the request
 * @throws if the status is not a success, or there is no response
 */
export async function fetchJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(path, signal && { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
