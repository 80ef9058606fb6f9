'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { showFavorite } from '@/components/account/me/optimistic-changes';
import { useMe } from '@/components/account/use-me';
import { EllipsisVertical, Eye, Trash2 } from '@/components/ui/icons/desk';
import { Heart } from '@/components/ui/icons/shop';
import { toast } from '@/components/ui/toast';
import { toggleFavorite } from '@/lib/creators/social/action';
import { forgetGoods } from './cart-storage';

const entry =
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium outline-none data-[highlighted]:bg-raised';

/** `goods`: the item as stored in the browser (`goodsOf`). */
type Props = { goods: string; name: string; productId: string | null; href: string | null };

/** Menu of the cart's item: view, save, remove. */
export function ItemMenu({ goods, name, productId, href }: Props) {
  const t = useTranslations('cart');
  const router = useRouter();
  const state = useMe();
  const isRemoved = useRef(false);

  async function save() {
    if (state.status === 'guest' || !productId) return toast('error', t('cannotSave'));
    if (state.status === 'user' && state.known.favorites[productId]) return toast('warning', t('alreadySaved'));
    // The person may not be loaded yet. The server identifies them and refuses duplicates.
    const result = await toggleFavorite(productId, true).catch(() => ({ ok: false, error: 'failed' }) as const);
    if (!result.ok)
      return toast(
        result.error === 'duplicate' ? 'warning' : 'error',
        t(result.error === 'duplicate' ? 'alreadySaved' : 'saveError'),
      );
    showFavorite(productId, true).keep();
    return toast('success', t('saved'));
  }

  /** Moves the focus to the page's title, because the item's menu is removed with the item. */
  const focusTitle = () => document.querySelector<HTMLElement>('h1')?.focus();

  function remove() {
    // The address contains the whole purchase.
    const before = `${location.pathname}${location.search}`;
    isRemoved.current = true;
    forgetGoods(goods);
    router.replace('/cart');
    void toast('success', t('removed'), { label: t('replaced.undo'), undo: () => putBack(before) });
  }

  function putBack(address: string) {
    router.replace(address);
    focusTitle();
  }

  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        aria-label={t('menu', { name })}
        className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink"
      >
        <EllipsisVertical aria-hidden className="size-5" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            if (!isRemoved.current) return;
            event.preventDefault();
            focusTitle();
          }}
          className="z-50 min-w-56 rounded-card border border-line bg-surface p-1.5 shadow-card"
        >
          {href && (
            <DropdownMenu.Item className={entry} onSelect={() => router.push(href)}>
              <Eye aria-hidden className="size-4" /> {t('view')}
            </DropdownMenu.Item>
          )}
          {productId && (
            <DropdownMenu.Item className={entry} onSelect={save}>
              <Heart aria-hidden className="size-4" /> {t('save')}
            </DropdownMenu.Item>
          )}
          <DropdownMenu.Item className={`${entry} text-bad`} onSelect={remove}>
            <Trash2 aria-hidden className="size-4" /> {t('remove')}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
