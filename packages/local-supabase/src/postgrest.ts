export { type Reading, resolveSelect } from './api/postgrest/resolve.ts';
export { readApiSchema } from './api/postgrest/schema.ts';
