'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { patchMe, refreshMe, useMe } from '@/components/account/use-me';
import { classNames } from '@/components/ui/class-names';
import { Heart } from '@/components/ui/icons';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { toggleFavorite } from '@/lib/creators/social/action';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);

type Props = { productId: string; name: string; className?: string };

/** The heart. It changes at once, and back with a message if the server refuses. */
export function FavoriteButton({ productId, name, className }: Props) {
  const t = useTranslations('product');
  const state = useMe();
  const [asking, setAsking] = useState(false);
  const { run, pending } = useAction((wanted: boolean, _before: string[]) => toggleFavorite(productId, wanted), {
    onDone: (_, wanted) => toast('success', t(wanted ? 'favoriteAdded' : 'favoriteRemoved')),
    onFail: (code, _, before) => {
      if (code === 'duplicate') return toast('warning', t('favoriteDuplicate'));
      patchMe({ favoriteIds: before });
      return toast('error', t('favoriteError'));
    },
  });
  const saved = state.status === 'user' && state.me.favoriteIds.includes(productId);

  function toggle() {
    if (state.status === 'unavailable') {
      void refreshMe();
      return void toast('error', t('favoriteCheckError'));
    }
    if (state.status !== 'user') return setAsking(true);
    const before = state.me.favoriteIds;
    patchMe({ favoriteIds: saved ? before.filter((id) => id !== productId) : [...before, productId] });
    run(!saved, before);
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={saved}
        aria-label={t(saved ? 'removeFavorite' : 'addFavorite', { name })}
        disabled={pending || state.status === 'loading'}
        onClick={toggle}
        className={classNames(
          'grid size-11 place-items-center rounded-full bg-shade text-on-buy backdrop-blur-sm transition hover:scale-105',
          className,
        )}
      >
        <Heart aria-hidden className={classNames('size-5', saved && 'fill-bad text-bad')} />
      </button>
      {asking && <LoginRequired onClose={() => setAsking(false)} />}
    </>
  );
}
