'use client';

import Link from 'next/link';
import { type ComponentProps, useSyncExternalStore } from 'react';

type Connection = { saveData?: boolean; effectiveType?: string };

/** Whether somebody pays for each kilobyte, with money or with waiting. Browsers that do not say count as fast. */
function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection !== undefined && (connection.saveData === true || connection.effectiveType !== '4g');
}

const never = () => () => {};

/** A link whose page is loaded ahead, except on a slow connection, where the page that is open has to come first. */
export function CarefulLink({ prefetch, ...rest }: ComponentProps<typeof Link>) {
  const mayPrefetch = useSyncExternalStore(
    never,
    () => !isSlow(),
    () => false,
  );
  return <Link {...rest} prefetch={mayPrefetch ? prefetch : false} />;
}
