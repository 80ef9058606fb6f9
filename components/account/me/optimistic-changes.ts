import { nothingKnown, withKnown } from '@/lib/account/identity/relation';
import type { Me } from '@/lib/account/types';
import { beginChange, endChange, noteChange, refreshAfterChanges } from './pending-changes';
import { refreshMe } from './refresh';
import { getSignedIn, setMe } from './store';

/** Updates the signed-in person's data optimistically. */
export function patchMe(change: Partial<Me>): void {
  const now = getSignedIn();
  if (!now) return;
  noteChange();
  setMe({ ...now, me: { ...now.me, ...change } });
}

/** An optimistic update. Call exactly one of `keep`, after a success, and `undo`, after a failure. */
export type Shown = { keep: () => void; undo: () => void };

function show(kind: 'favorites' | 'following', id: string, value: boolean, change: (me: Me) => Partial<Me>): Shown {
  const before = getSignedIn()?.me;
  if (!before) return { keep: () => void refreshMe(), undo: () => {} };
  const key = `${kind} ${id}`;
  beginChange(key);
  const shown = { ...before, ...change(before) };
  const put = (is: boolean, me: Me) => {
    noteChange();
    const now = getSignedIn();
    if (now) setMe({ ...now, me, known: withKnown(now.known, { ...nothingKnown, [kind]: { [id]: is } }) });
  };
  const confirm = () => {
    if (endChange(key)) void refreshMe();
  };
  put(value, shown);
  return {
    keep: confirm,
    undo: () => {
      const now = getSignedIn();
      if (now) {
        // Other changes made in the meantime are kept, and everything is refetched.
        const isLast = now.me === shown;
        if (!isLast) refreshAfterChanges();
        put(!value, isLast ? before : now.me);
      }
      confirm();
    },
  };
}

/** Optimistically shows a product as saved or unsaved. */
export function showFavorite(productId: string, saved: boolean): Shown {
  const now = getSignedIn();
  const isNews = now && now.known.favorites[productId] !== saved;
  const step = isNews ? (saved ? 1 : -1) : 0;
  return show('favorites', productId, saved, ({ favorites }) => ({ favorites: favorites + step }));
}

/** Optimistically shows a creator as followed or unfollowed. */
export function showFollowing(creator: Me['following'][number], followed: boolean): Shown {
  return show('following', creator.id, followed, ({ following }) => {
    const others = following.filter(({ id }) => id !== creator.id);
    return { following: followed ? [creator, ...others].slice(0, 10) : others };
  });
}
