import { uploadRoute } from '@/lib/account/upload-route';
import { addDisputeFile, disputeFile } from '@/lib/admin/dispute-files';
import { isCommonCode } from '@/lib/core/action/codes';
import { readLimited } from '@/lib/core/http/body';
import { largestEvidence } from '@/lib/payments/evidence-files';

/** `POST /api/dispute-file?dispute=…&kind=…&name=…&note=…` with the file as the body, of an admin. */
export const POST = uploadRoute(async (request, { me, t, refuse, limit }) => {
  if (me.role !== 'admin') return refuse(403, t('problems.notAllowed'));
  const about = disputeFile.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!about.success) return refuse(422, t('problems.invalid'));
  const tooMany = await limit('evidence');
  if (tooMany) return tooMany;
  const file = await readLimited(request, largestEvidence);
  if (!file) return refuse(422, t('admin.disputes.fileErrors.demasiado_grande'));
  const added = await addDisputeFile(about.data, file);
  if (added.ok) return Response.json({ added: true });
  if (isCommonCode(added.error)) return refuse(502, t(`problems.${added.error}`));
  return refuse(added.error === 'uploadFailed' ? 502 : 422, t(`admin.disputes.fileErrors.${added.error}`));
});
