'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { refreshMe } from './me/refresh';
import { useMe } from './use-me';

/**
 * For a button that needs to know who presses it. During an outage a press reads the account again, and `UnknownNote`
 * beside the button says so.
 */
export function useWhenKnown(act: () => void): { press: () => void; isAsked: boolean } {
  const isAway = useMe().status === 'unavailable';
  const [isAsked, setAsked] = useState(false);

  function press() {
    if (!isAway) return act();
    setAsked(true);
    void refreshMe();
  }

  return { press, isAsked };
}

/** Why a button of `useWhenKnown` does nothing during an outage. */
export function UnknownNote({ isAsked }: { isAsked: boolean }) {
  const t = useTranslations('nav');
  if (useMe().status !== 'unavailable') return null;
  // Empty before the press, because screen readers announce only changes of a region.
  return (
    <p role="status" className="text-sm text-muted">
      {isAsked && t('unavailable')}
    </p>
  );
}
