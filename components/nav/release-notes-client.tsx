'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { latestRelease, seenReleaseKey } from '@/lib/core/release';

const closingMs = 200;

const ReleaseNotesCard = onDemand(() =>
  import('./release-notes-card-client').then((module) => module.ReleaseNotesCard),
);

/** Whether this browser knew an earlier release. To one that is here for the first time nothing in the shop is new. */
function knowsEarlier(): boolean {
  try {
    const seen = localStorage.getItem(seenReleaseKey);
    if (seen === null) localStorage.setItem(seenReleaseKey, latestRelease);
    return seen !== null && seen !== latestRelease;
  } catch {
    // A browser that keeps nothing is always here for the first time.
    return false;
  }
}

/**
 * The release notes, for browsers that were here before the release and until they are dismissed. Otherwise none of
 * their code is loaded.
 */
export function ReleaseNotes() {
  const [state, setState] = useState<'hidden' | 'open' | 'closing'>('hidden');
  useEffect(() => setState(knowsEarlier() ? 'open' : 'hidden'), []);
  if (state === 'hidden') return null;
  return (
    <ReleaseNotesCard
      version={latestRelease}
      closing={state === 'closing'}
      onDismiss={() => {
        localStorage.setItem(seenReleaseKey, latestRelease);
        setState('closing');
        setTimeout(() => setState('hidden'), closingMs);
      }}
    />
  );
}
