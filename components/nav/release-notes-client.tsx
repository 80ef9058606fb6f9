'use client';

import { useEffect, useState } from 'react';
import { readStored, store } from '@/components/ui/browser-storage';
import { onDemand } from '@/components/ui/on-demand';
import { latestRelease, seenReleaseKey } from '@/lib/core/release';

const closingMs = 200;

const ReleaseNotesCard = onDemand(() =>
  import('./release-notes-card-client').then((module) => module.ReleaseNotesCard),
);

/** Checks whether this browser has seen an earlier release. For first visitors nothing is new. */
function knowsEarlier(): boolean {
  const seen = readStored(seenReleaseKey);
  if (seen === null) store(seenReleaseKey, latestRelease);
  return seen !== null && seen !== latestRelease;
}

/**
 * Release notes for browsers that have seen an earlier release, until dismissed. All others load none of their code.
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
        store(seenReleaseKey, latestRelease);
        setState('closing');
        setTimeout(() => setState('hidden'), closingMs);
      }}
    />
  );
}
