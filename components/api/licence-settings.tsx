import { getTranslations } from 'next-intl/server';
import { TextLink } from '@/components/ui/text-link';
import type { LicenceSetting } from '@/lib/api/licences/types';
import { LicenceForm } from './licence-form-client';

/** A creator's products, each with its licence keys. */
export async function LicenceSettings({ settings }: { settings: LicenceSetting[] }) {
  const t = await getTranslations('licences');
  return (
    <>
      <div>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('text')}</p>
        <TextLink href="/developers#validateLicense">{t('reference')}</TextLink>
      </div>
      {settings.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ul className="space-y-3">
        {settings.map((setting) => (
          <li key={setting.productId} className="rounded-card border border-line bg-surface p-4">
            <h2 className="font-semibold wrap-anywhere">{setting.name}</h2>
            {setting.isOn && <p className="text-sm text-muted">{t('keys', { count: setting.keys })}</p>}
            <LicenceForm setting={setting} />
          </li>
        ))}
      </ul>
    </>
  );
}
