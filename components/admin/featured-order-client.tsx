'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { ArrowDown, ArrowUp, Trash2 } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import type { FeaturedProduct } from '@/lib/admin/featured';
import { orderFeatured, unfeatureProduct } from '@/lib/admin/featured-action';

const readable = (moment: string) => moment.replace('T', ' ');

/** Moves one of the ids by one position. */
function moved(ids: string[], from: number, by: -1 | 1): string[] {
  const rest = ids.filter((_, index) => index !== from);
  return [...rest.slice(0, from + by), ...ids.slice(from, from + 1), ...rest.slice(from + by)];
}

/** Featured products with buttons that change their order. */
export function FeaturedOrder({ products }: { products: FeaturedProduct[] }) {
  const t = useTranslations('admin.featured');
  const router = useRouter();
  const answers = {
    messages: useProblemText('admin.featured.errors'),
    onDone: () => router.refresh(),
    onFail: useRefreshAnswered(),
  };
  const order = useAction(orderFeatured, answers);
  const removal = useAskedAction(({ id }: Pick<FeaturedProduct, 'id' | 'name'>) => unfeatureProduct(id), answers);
  const ids = products.map(({ id }) => id);
  const pending = order.pending || removal.pending;

  function move(index: number, by: -1 | 1) {
    if (!pending && ids[index + by]) order.run(moved(ids, index, by), ids);
  }

  return (
    <div className="space-y-3">
      {order.problem && <Notice tone="bad">{order.problem}</Notice>}
      <ol className="space-y-2">
        {products.map(({ id, name, slug, from, to, state }, index) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-3 rounded-control border border-line bg-surface px-4 py-2"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold break-words">
                {index + 1}. {name} <Badge tone={state === 'activo' ? 'buy' : 'plain'}>{t(`states.${state}`)}</Badge>
              </p>
              <p className="text-sm text-muted">
                {slug} · {t('span', { from: from ? readable(from) : t('noStart'), to: to ? readable(to) : t('noEnd') })}
              </p>
            </div>
            {/* A disabled button would lose the keyboard focus. */}
            <Button aria-label={t('up', { name })} aria-disabled={index === 0} onClick={() => move(index, -1)}>
              <ArrowUp aria-hidden className="size-4" />
            </Button>
            <Button
              aria-label={t('down', { name })}
              aria-disabled={index === products.length - 1}
              onClick={() => move(index, 1)}
            >
              <ArrowDown aria-hidden className="size-4" />
            </Button>
            <Button
              variant="danger"
              aria-label={t('remove', { name })}
              onClick={() => !pending && removal.ask({ id, name })}
            >
              <Trash2 aria-hidden className="size-4" />
            </Button>
          </li>
        ))}
      </ol>
      {removal.asked && (
        <Confirm
          title={t('removeTitle', { name: removal.asked.name })}
          text={t('removeText')}
          confirmLabel={t('removeSure')}
          cancelLabel={t('removeKeep')}
          isDangerous
          pending={removal.pending}
          problem={removal.problem}
          onConfirm={removal.confirm}
          onClose={removal.close}
        />
      )}
    </div>
  );
}
