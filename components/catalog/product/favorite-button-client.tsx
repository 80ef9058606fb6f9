'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { type Shown, showFavorite } from '@/components/account/me/optimistic-changes';
import { refreshMe } from '@/components/account/me/refresh';
import { useKnown, useMe } from '@/components/account/use-me';
import { classNames } from '@/components/ui/class-names';
import { Heart } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { toggleFavorite } from '@/lib/creators/social/action';

const LoginRequired = onDemand(() =>
  import('@/components/account/gate-dialogs-client').then((module) => module.LoginRequired),
);

/** `onPicture`: it is placed on a picture, and looks the same in both themes. */
type Props = { productId: string; name: string; onPicture?: boolean; className?: string };

/** Favourite button with an optimistic update, undone with a message if the server refuses. */
export function FavoriteButton({ productId, name, onPicture = false, className }: Props) {
  const t = useTranslations('product');
  const state = useMe();
  const [asking, setAsking] = useState(false);
  const known = useKnown(({ favorites }) => favorites[productId]);
  const { run, pending } = useAction((wanted: boolean, _shown: Shown) => toggleFavorite(productId, wanted), {
    onDone: (_, wanted, shown) => {
      shown.keep();
      return toast('success', t(wanted ? 'favoriteAdded' : 'favoriteRemoved'));
    },
    onFail: (code, _, shown) => {
      if (code === 'duplicate') {
        shown.keep();
        // The person had saved it before.
        void refreshMe();
        return toast('warning', t('favoriteDuplicate'));
      }
      shown.undo();
      return toast('error', t('favoriteError'));
    },
  });
  const saved = known === true;

  function toggle() {
    if (state.status === 'unavailable') {
      void refreshMe();
      return void toast('error', t('favoriteCheckError'));
    }
    if (state.status !== 'user') return setAsking(true);
    run(!saved, showFavorite(productId, !saved));
  }

  return (
    <>
      <button
        type="button"
        aria-pressed={saved}
        aria-label={t(saved ? 'removeFavorite' : 'addFavorite', { name })}
        data-favorites={productId}
        disabled={state.status === 'loading' || (state.status === 'user' && known === undefined)}
        // Not `disabled`, which would take the keyboard focus away.
        aria-disabled={pending || undefined}
        onClick={pending ? undefined : toggle}
        className={classNames(
          'grid size-11 place-items-center rounded-full transition hover:scale-105',
          onPicture ? 'bg-scrim text-on-buy backdrop-blur-sm' : 'border border-line bg-surface',
          className,
        )}
      >
        <Heart
          aria-hidden
          className={classNames('size-5', saved && (onPicture ? 'fill-heart text-heart' : 'fill-bad text-bad'))}
        />
      </button>
      {asking && <LoginRequired onClose={() => setAsking(false)} />}
    </>
  );
}
