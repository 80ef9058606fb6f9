import 'server-only';
import { getFormatter, getTranslations } from 'next-intl/server';
import type { DisputeDetail } from '@/lib/admin/disputes';

/**
 * Proposes an answer to a dispute: the facts as sentences in the admin's language. An admin edits it before anything is
 * sent.
 */
export async function proposeAnswer({ facts, name, buyer }: DisputeDetail, amount: string): Promise<string> {
  const [t, format] = await Promise.all([getTranslations('admin.disputes.draft'), getFormatter()]);
  const at = (moment: string) => format.dateTime(new Date(moment), 'moment');
  const lines = [
    t('bought', { buyer, name, amount, date: at(facts.orderedAt) }),
    facts.deliveredAt &&
      (facts.minecraftName && !facts.recipient
        ? t('delivered', { date: at(facts.deliveredAt), player: facts.minecraftName })
        : t('deliveredPlain', { date: at(facts.deliveredAt) })),
    facts.recipient && t('gift', { recipient: facts.recipient }),
    ...facts.orders.map((order) =>
      order.downloads > 0
        ? t('downloads', {
            product: order.product,
            count: order.downloads,
            moments: order.moments.map(at).join('; ') || '—',
          })
        : order.isDownload && t('noDownloads', { product: order.product, date: at(order.at) }),
    ),
    facts.inGame[0] && t('inGame', { count: facts.inGame.length, date: at(facts.inGame[0]) }),
    facts.consent && t('consent', { date: at(facts.consent.at), version: facts.consent.version }),
    facts.mails.length > 0 && t('mails', { count: facts.mails.length, date: at(facts.mails[0]?.sentAt ?? '') }),
    facts.review && t('review', { stars: facts.review.stars, date: at(facts.review.at) }),
    facts.otherPurchases > 0 && t('others', { count: facts.otherPurchases, date: at(facts.buyerSince) }),
  ];
  return lines.filter(Boolean).join('\n');
}
