import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { TextLink } from '@/components/ui/text-link';
import type { StampFile, StampSetting } from '@/lib/publish/stamps';
import { placeholders } from '@/lib/stamps/placeholders';
import { FindCopy } from './find-copy-client';
import { StampSwitch } from './stamp-switch-client';

async function File({ file, productId, name }: { file: StampFile; productId: string; name: string }) {
  const t = await getTranslations('stamps');
  return (
    <li className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          <span>{file.edition === null ? t('product') : t('edition', { name: file.edition })}</span>
          {file.isOn && <Badge tone="good">{t('on')}</Badge>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{file.fileName}</p>
        {file.copies > 0 && <p className="text-sm text-muted">{t('copies', { count: file.copies })}</p>}
      </div>
      <StampSwitch
        productId={productId}
        editionId={file.editionId}
        isOn={file.isOn}
        name={file.edition === null ? name : `${name}, ${file.edition}`}
      />
    </li>
  );
}

/** The placeholders with the values that replace them. */
async function Placeholders() {
  const t = await getTranslations('stamps');
  return (
    <details className="rounded-card border border-line bg-surface p-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{t('placeholders')}</summary>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_1fr]">
        {placeholders.map((name) => (
          <div key={name} className="contents">
            <dt className="font-mono wrap-anywhere">{`%%__${name}__%%`}</dt>
            <dd className="text-muted">{t(`meaning.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-2xl text-sm text-muted">{t('where')}</p>
    </details>
  );
}

/** A creator's products, each with its files and whether their copies are stamped. */
export async function StampSettings({ settings }: { settings: StampSetting[] }) {
  const t = await getTranslations('stamps');
  return (
    <>
      <div>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('text')}</p>
        <p className="flex flex-wrap gap-x-4">
          <TextLink href="/developers#createVersion">{t('reference')}</TextLink>
          <TextLink href="/dashboard/licences">{t('licences')}</TextLink>
        </p>
      </div>
      <Placeholders />
      <FindCopy />
      {settings.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ul className="space-y-3">
        {settings.map(({ productId, name, files }) => (
          <li key={productId} className="space-y-3 rounded-card border border-line bg-surface p-4">
            <h2 className="font-semibold wrap-anywhere">{name}</h2>
            <ul className="space-y-4">
              {files.map((file) => (
                <File key={file.editionId} file={file} productId={productId} name={name} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
