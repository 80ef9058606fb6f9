'use client';

import { useEffect, useState } from 'react';
import { onDemand } from '@/components/ui/on-demand';
import { latestRelease, seenReleaseKey } from '@/lib/core/release';

const closingMs = 200;

const ReleaseNotesCard = onDemand(() =>
  import('./release-notes-card-client').then((module) => module.ReleaseNotesCard),
);

/** The release notes, until they are dismissed in this browser. After that none of their code is loaded. */
export function ReleaseNotes() {
  const [state, setState] = useState<'hidden' | 'open' | 'closing'>('hidden');
  useEffect(() => setState(localStorage.getItem(seenReleaseKey) === latestRelease ? 'hidden' : 'open'), []);
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
