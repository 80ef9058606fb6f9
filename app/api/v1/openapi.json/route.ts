import { description } from '@/lib/api/openapi';

/** `GET /api/v1/openapi.json`: the description of the API of creators (OpenAPI 3.1), the same for everybody. */
export const GET = (): Response =>
  Response.json(description, {
    headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
  });
