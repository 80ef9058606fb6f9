'use client';

import { useTranslations } from 'next-intl';
import { useOptimistic, useTransition } from 'react';
import { toast } from '@/components/ui/toast';
import { changeSwitch, type StoreSwitch as Name } from '@/lib/admin/action';

/** One switch of the shop; it takes effect at once, and everywhere within seconds (SPEC §2 Admin panel). */
export function StoreSwitch({ name, on }: { name: Name; on: boolean }) {
  const t = useTranslations('admin.store');
  const [, startTransition] = useTransition();
  const [shown, show] = useOptimistic(on);
  const change = (wanted: boolean) =>
    startTransition(async () => {
      show(wanted);
      const result = await changeSwitch(name, wanted).catch(() => ({ ok: false as const }));
      if (result.ok) void toast('success', t('changed', { setting: t(`${name}.label`) }));
      else void toast('error', t('failed'));
    });
  return (
    <label className="flex cursor-pointer items-start justify-between gap-6 rounded-card border border-line bg-surface p-5">
      <span>
        <span className="block font-bold">{t(`${name}.label`)}</span>
        <span className="text-sm text-muted">{t(`${name}.text`)}</span>
      </span>
      <input
        type="checkbox"
        checked={shown}
        onChange={(event) => change(event.target.checked)}
        className="mt-1 size-6 shrink-0 accent-(--buy)"
      />
    </label>
  );
}
