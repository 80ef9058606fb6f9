import { serve } from '@/lib/api/serve';

type Context = { params: Promise<{ path?: string[] }> };

const answer = async (request: Request, { params }: Context): Promise<Response> =>
  serve(request, `/${(await params).path?.join('/') ?? ''}`);

/** The API of creators, `/api/v1` (docs/creators/api.md); its operations are in `lib/api/operations`. */
export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT };
