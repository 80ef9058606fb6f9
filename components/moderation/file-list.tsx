import { useTranslations } from 'next-intl';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { FileSize } from '@/components/ui/file-size';
import { Time } from '@/components/ui/time';
import { type Archive, listArchive } from '@/lib/moderation/archive';
import type { RevisionFile } from '@/lib/moderation/revision';

async function Contents({ reading, name }: { reading: Promise<Archive>; name: string }) {
  const t = await getTranslations('moderation.files');
  const archive = await reading;
  if (archive.kind === 'unlisted') return <p className="text-sm text-muted">{t(`unlisted.${archive.reason}`)}</p>;
  const { entries, count } = archive;
  const [unsafe, encrypted] = [entries.some(({ isUnsafe }) => isUnsafe), entries.some((entry) => entry.isEncrypted)];
  const executables = entries.filter(({ isExecutable }) => isExecutable).length;
  const nested = entries.filter(({ isArchive }) => isArchive).length;
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        <span>{t('contents', { count })}</span>
        {unsafe && <span className="block text-bad">{t('unsafe')}</span>}
        {encrypted && <span className="block text-warn">{t('encrypted')}</span>}
        {executables > 0 && <span className="block text-warn">{t('executables', { count: executables })}</span>}
        {nested > 0 && <span className="block text-muted">{t('nested', { count: nested })}</span>}
      </summary>
      <ul
        aria-label={t('contentsOf', { name })}
        className="max-h-80 space-y-1 overflow-y-auto border-l border-line pl-3"
      >
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an archive may hold a name twice, and its list never moves
          <li key={index} className="flex justify-between gap-4">
            <span className={entry.isUnsafe ? 'min-w-0 text-bad wrap-anywhere' : 'min-w-0 wrap-anywhere'}>
              <span>{entry.name}</span>
              {entry.isExecutable && <span className="text-warn"> · {t('executable')}</span>}
              {entry.isArchive && <span className="text-muted"> · {t('archive')}</span>}
            </span>
            <span className="shrink-0 text-muted">
              <FileSize bytes={entry.bytes} />
            </span>
          </li>
        ))}
      </ul>
      {count > entries.length && <p className="text-muted">{t('more', { count: count - entries.length })}</p>}
    </details>
  );
}

/** The scan result of a file. */
function ScanNote({ scan }: { scan: RevisionFile['scan'] }) {
  const t = useTranslations('moderation.files.scan');
  if (!scan) return <p className="text-sm text-warn">{t('waiting')}</p>;
  return (
    <p
      className={classNames(
        'text-sm wrap-anywhere',
        scan.result === 'hallazgo' ? 'font-semibold text-bad' : 'text-muted',
      )}
    >
      <span>{t(scan.result, { finding: scan.finding ?? '' })}</span> <Time at={scan.at} look="precise" />
    </p>
  );
}

function File({ file, hasLinks }: { file: RevisionFile; hasLinks: boolean }) {
  const t = useTranslations('moderation.files');
  const isProposed = file.uses.some(({ side }) => side === 'proposed');
  const isNew = isProposed && !file.uses.some(({ side }) => side === 'onSale');
  return (
    <li className="space-y-2 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {file.url ? (
          <a
            href={file.url}
            className="inline-flex min-h-11 min-w-0 items-center font-semibold text-link underline wrap-anywhere"
            {...(file.isOutside ? { rel: 'noreferrer', target: '_blank' } : { download: file.name })}
          >
            {file.name}
          </a>
        ) : (
          <span className="min-w-0 font-semibold wrap-anywhere">{file.name}</span>
        )}
        {isNew && <Badge tone="good">{t('new')}</Badge>}
      </div>
      <ul className="text-sm text-muted">
        {file.uses.map(({ side, edition }) => (
          <li key={`${side}-${edition}`} className="wrap-anywhere">
            {t(`sides.${side}`)}: {edition === null ? t('product') : t('edition', { name: edition })}
          </li>
        ))}
      </ul>
      {file.isOutside && <p className="text-sm text-warn">{t('outside')}</p>}
      {!file.isOutside && !file.url && hasLinks && <p className="text-sm text-bad">{t('missing')}</p>}
      {!file.isOutside && (
        <dl className="text-sm">
          {file.bytes !== null && (
            <div>
              <dt className="inline text-muted">{t('size')}: </dt>
              <dd className="inline">
                <FileSize bytes={file.bytes} />
              </dd>
            </div>
          )}
          {file.at && (
            <div>
              <dt className="inline text-muted">{t('sentAt')}: </dt>
              <dd className="inline">
                <Time at={file.at} look="precise" />
              </dd>
            </div>
          )}
          <div>
            <dt className="inline text-muted">SHA-256: </dt>
            <dd className="inline font-mono text-xs break-all">{file.print ?? t('noPrint')}</dd>
          </div>
        </dl>
      )}
      {!file.isOutside && file.url && <ScanNote scan={file.scan} />}
      {!file.isOutside && file.url && file.bytes !== null && (
        <Suspense fallback={<p className="text-sm text-muted">{t('reading')}</p>}>
          <Contents reading={listArchive(file.url, file.name, file.bytes)} name={file.name} />
        </Suspense>
      )}
    </li>
  );
}

/**
 * Files of the revision and of the published and returned versions, with links and contents.
 *
 * @param hasLinks false for a decided revision, whose files moderators cannot read any more
 */
export function FileList({ files, hasLinks }: { files: RevisionFile[]; hasLinks: boolean }) {
  const t = useTranslations('moderation.files');
  if (files.length === 0) return <p className="text-muted">{t('none')}</p>;
  return (
    <>
      {!hasLinks && <p className="mb-3 text-muted">{t('noLinks')}</p>}
      <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {files.map((file) => (
          <File key={file.link} file={file} hasLinks={hasLinks} />
        ))}
      </ul>
    </>
  );
}
