import { getTranslations } from 'next-intl/server';
import { Check, Minus } from '@/components/ui/icons/shop';
import { getClubPercent } from '@/lib/pricing/server';

/** Rows of the comparison, in order. */
const rows = [
  { key: 'publish', free: true },
  { key: 'buyExclusive', free: false },
  { key: 'discount', free: false },
  { key: 'exclusive', free: false },
  { key: 'noAds', free: false },
  { key: 'badge', free: false },
  { key: 'coins', free: false },
  { key: 'logo', free: false },
] as const;

async function Mark({ included }: { included: boolean }) {
  const t = await getTranslations('club.comparison');
  return (
    <>
      {included ? (
        <Check aria-hidden className="mx-auto size-5 text-good" />
      ) : (
        <Minus aria-hidden className="mx-auto size-5 text-muted" />
      )}
      <span className="sr-only">{t(included ? 'yes' : 'no')}</span>
    </>
  );
}

/** Comparison of the free account with the Club account. */
export async function Comparison() {
  const [t, percent] = await Promise.all([getTranslations('club.comparison'), getClubPercent()]);
  const shown = rows.filter(({ key }) => key !== 'discount' || percent > 0);
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-5 text-2xl font-bold">
        {t('title')}
      </h2>
      <div className="relative overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full">
          <thead>
            <tr className="text-sm">
              <th scope="col" className="px-4 py-4 text-left font-medium text-muted sm:px-6">
                {t('benefit')}
              </th>
              <th scope="col" className="w-24 px-2 py-4 font-medium text-muted sm:w-40">
                {t('free')}
              </th>
              <th scope="col" className="w-24 bg-club px-2 py-4 font-bold text-on-club sm:w-40">
                {t('club')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map(({ key, free }) => (
              <tr key={key}>
                <th scope="row" className="px-4 py-4 text-left font-medium sm:px-6">
                  {t(`rows.${key}`, { percent })}
                </th>
                <td className="px-2 text-center">
                  <Mark included={free} />
                </td>
                <td className="px-2 text-center">
                  <Mark included />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
