import { getTranslations } from 'next-intl/server';
import { fileRoute } from '@/lib/account/file-route';
import { readMyData } from '@/lib/account/profile/my-data';
import { exportCharges } from '@/lib/club/server';
import { requestLocale } from '@/lib/core/i18n/server';

/** All data that the shop stores about the signed-in person, as a JSON file. */
export const GET = fileRoute('/profile/settings', async (me) => {
  const [{ descargas, ...own }, cargos_club] = await Promise.all([readMyData(), exportCharges(me.id)]);
  const t = await getTranslations({ locale: await requestLocale(), namespace: 'settings' });
  const everything = { ...own, cargos_club, descargas };
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${t('dataFile')}.json"`,
      'cache-control': 'private, no-store',
    },
  });
});
