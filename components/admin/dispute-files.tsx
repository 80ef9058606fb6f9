import { getTranslations } from 'next-intl/server';
import { FileSize } from '@/components/ui/file-size';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import type { DisputeDetail } from '@/lib/admin/disputes';
import { evidenceKinds, evidenceLimits } from '@/lib/payments/evidence-files';
import { AddDisputeFile, RemoveDisputeFile } from './dispute-files-client';

/** The files of a dispute answer: the sent ones, or those of the draft with buttons to change them. */
export async function DisputeFiles({ dispute, mayChange }: { dispute: DisputeDetail; mayChange: boolean }) {
  const t = await getTranslations('admin.disputes');
  const limits = dispute.provider === 'paypal' ? evidenceLimits.paypal : evidenceLimits.stripe;
  const used = new Set(dispute.files.map(({ kind }) => kind));
  // Stripe has one field for each kind.
  const kinds = evidenceKinds.filter((kind) => dispute.provider === 'paypal' || !used.has(kind));
  if (!mayChange && dispute.files.length === 0) return null;
  return (
    <section aria-label={t('files')} className="space-y-3">
      <h3 className="font-bold">{t('files')}</h3>
      {dispute.files.length === 0 && <p className="text-sm text-muted">{t('noFiles')}</p>}
      <MoreClientMessages namespaces={['admin']}>
        <ul className="space-y-2">
          {dispute.files.map(({ path, kind, name, note, bytes, url }) => (
            <li
              key={path}
              className="flex flex-wrap items-center justify-between gap-2 rounded-control border border-line p-3"
            >
              <div className="min-w-0 text-sm">
                <p className="font-medium wrap-anywhere">
                  {url ? (
                    <a
                      href={url}
                      target="_blank"
                      rel="noreferrer"
                      className="text-link underline-offset-4 hover:underline"
                    >
                      {name}
                    </a>
                  ) : (
                    name
                  )}
                </p>
                <p className="text-muted">
                  {t(`fileKinds.${kind}`)} · <FileSize bytes={bytes} />
                </p>
                {note && <p className="wrap-anywhere">{note}</p>}
                {!url && <p className="text-muted">{t('fileGone')}</p>}
              </div>
              {mayChange && <RemoveDisputeFile id={dispute.id} path={path} name={name} />}
            </li>
          ))}
        </ul>
        {mayChange && (
          <AddDisputeFile
            id={dispute.id}
            kinds={kinds}
            accept={limits.accept}
            hint={t('fileHint', { names: limits.names, each: limits.each, all: limits.all })}
          />
        )}
      </MoreClientMessages>
    </section>
  );
}
