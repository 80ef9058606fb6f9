'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { buttonStyles } from '@/components/ui/button-styles';
import { CopyText } from '@/components/ui/copy-text-client';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Notice } from '@/components/ui/notice';

type Props = { codes: string[]; onKept: () => void };

/** New recovery codes to copy or save as a file; they are shown only once. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const t = useTranslations('twoFactor');
  const id = useId();
  const text = `${t('fileTitle')}\n\n${codes.join('\n')}\n`;
  return (
    <div className="space-y-4">
      <h3 ref={focusOnShow} tabIndex={-1} className="font-bold">
        {t('newCodes')}
      </h3>
      <Notice tone="warn">{t('codesOnce')}</Notice>
      <ul id={id} aria-label={t('codes')} className="grid grid-cols-1 gap-2 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="rounded-control bg-raised px-3 py-2">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <CopyText text={codes.join('\n')} label={t('copyCodes')} shown={id} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`${t('fileName')}.txt`}
          className={buttonStyles({})}
        >
          {t('downloadCodes')}
        </a>
        <Button variant="buy" onClick={onKept}>
          {t('codesKept')}
        </Button>
      </div>
    </div>
  );
}
