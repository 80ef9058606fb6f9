'use client';

import { useTranslations } from 'next-intl';
import { type Ref, useId } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link-client';

type Props = {
  /** Called on every change. */
  onChange: () => void;
  isMissing: boolean;
  disabled: boolean;
  ref: Ref<HTMLInputElement>;
};

/**
 * Consent to immediate delivery, which ends the right of withdrawal (docs/payments.md, "Consent"). The box is
 * uncontrolled, so that a tick before hydration counts.
 */
export function Consent({ onChange, isMissing, disabled, ref }: Props) {
  const t = useTranslations('checkout');
  const id = useId();
  return (
    <div className={classNames('rounded-control border p-4', isMissing ? 'border-bad' : 'border-line')}>
      <label className="flex cursor-pointer items-start gap-3 text-sm">
        <input
          ref={ref}
          type="checkbox"
          name="consentimiento"
          onChange={onChange}
          required
          disabled={disabled}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-error` : undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>{t('consent')}</span>
      </label>
      {isMissing && (
        <p id={`${id}-error`} role="alert" className="mt-2 ml-8 text-sm font-medium text-bad">
          {t('consentMissing')}
        </p>
      )}
      <Link
        href="/legal/refunds"
        target="_blank"
        className="ml-8 inline-flex min-h-11 items-center text-sm font-semibold text-link underline-offset-4 hover:underline"
      >
        {t('consentMore')}
      </Link>
    </div>
  );
}
