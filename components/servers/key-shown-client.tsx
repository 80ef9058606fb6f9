'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text-client';
import { Dialog } from '@/components/ui/dialog-client';
import type { ServerKind } from '@/lib/servers/types';

function Copied({ label, text }: { label: string; text: string }) {
  const t = useTranslations('servers');
  const id = useId();
  return (
    <div className="space-y-2">
      <p className="text-sm font-medium">{label}</p>
      <p id={id} className="rounded-control bg-raised p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      <CopyText
        text={text}
        shown={id}
        label={
          <>
            {t('copy')} <span className="sr-only">{label}</span>
          </>
        }
      />
    </div>
  );
}

type Props = { serverKey: string; kind: ServerKind; siteUrl: string; onClose: () => void };

/** The key of a server, shown once, with the next steps. */
export function KeyShown({ serverKey, kind, siteUrl, onClose }: Props) {
  const t = useTranslations('servers');
  return (
    <Dialog title={t('key.title')} description={t('key.text')} closeLabel={t('key.close')} onClose={onClose}>
      <div className="mt-4 space-y-5">
        <Copied label={t('key.label')} text={serverKey} />
        {kind === 'azlink' ? (
          <Copied label={t('key.azlink')} text={`/azlink setup ${siteUrl} ${serverKey}`} />
        ) : (
          <Copied label={t('key.agente')} text={`UNSTORE_URL=${siteUrl}\nUNSTORE_KEY=${serverKey}\nRCON_PASSWORD=`} />
        )}
        <Button variant="buy" onClick={onClose}>
          {t('key.done')}
        </Button>
      </div>
    </Dialog>
  );
}
