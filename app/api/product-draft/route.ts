import { z } from 'zod';
import { isOfOtherPerson, pagePerson } from '@/lib/account/other-person';
import { answerPerson, personRoute } from '@/lib/account/person-route';
import { deleteDraft, keepDraft } from '@/lib/publish/drafts';
import { readKept } from '@/lib/publish/kept-draft';

const statuses: Record<string, number> = { cambiado: 409, no_existe: 404 };

/**
 * `PUT /api/product-draft` with `{ id, productId, version, content, persona }`: autosaves a draft. 409 contains a version
 * saved in the meantime; 404: its product is gone.
 */
export const PUT = personRoute({
  own: true,
  limit: 'draft',
  body: z.object({
    id: z.uuid(),
    productId: z.uuid().nullable(),
    version: z.number().int().min(0),
    content: z.object({ draft: z.object({}).loose(), base: z.string().max(20) }),
    persona: pagePerson,
  }),
  run: async ({ me, body }) => {
    // The form keeps its text in the browser, as without a session.
    if (isOfOtherPerson(me, body)) return answerPerson({ error: 'otra_persona' }, 401);
    const kept = await keepDraft({ ...body, content: readKept(body.content) });
    if (kept.ok) return kept.value;
    return answerPerson({ error: kept.error, ...kept.details }, statuses[kept.error] ?? 422);
  },
});

/** `DELETE /api/product-draft?id=…`: deletes a draft of the signed-in creator. */
export const DELETE = personRoute({
  own: true,
  limit: 'draft',
  query: z.object({ id: z.uuid() }),
  run: async ({ query }) => {
    await deleteDraft(query.id);
    return {};
  },
});
