'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { saveLicenceSetting } from '@/lib/api/licences/action';
import type { LicenceSetting } from '@/lib/api/licences/types';

/** Sets whether orders of a product have keys, and on how many servers one may be active. */
export function LicenceForm({ setting }: { setting: LicenceSetting }) {
  const t = useTranslations('licences');
  const router = useRouter();
  const [isOn, setOn] = useState(setting.isOn);
  const [limit, setLimit] = useState(String(setting.limit));
  const { run, pending, problem } = useAction(saveLicenceSetting, {
    messages: useProblemText('licences.errors'),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run({ productId: setting.productId, isOn, limit });
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate aria-label={setting.name} className="mt-2 space-y-3">
      <Check label={t('on')} checked={isOn} onChange={({ target }) => setOn(target.checked)} />
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={t('limit')}
          hint={t('limitHint')}
          inputMode="numeric"
          value={limit}
          onChange={({ target }) => setLimit(target.value)}
          error={problem}
          announced
        />
        <Button type="submit" pending={pending} className="sm:mt-6.5">
          {t('save')}
          <span className="sr-only">{setting.name}</span>
        </Button>
      </div>
    </form>
  );
}
