import { onlyMethods } from '@/lib/api/methods';
import { description } from '@/lib/api/openapi';

/** `GET /api/v1/openapi.json`: the description of the API of creators (OpenAPI 3.1). */
const describe = (): Response =>
  Response.json(description, {
    headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
  });

const answer = onlyMethods({ GET: describe });

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
