'use client';

import { useTranslations } from 'next-intl';
import { Switch } from 'radix-ui';
import { useId } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { toast } from '@/components/ui/toast';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { changeSwitch, type StoreSwitch as Name } from '@/lib/admin/action';

/** One switch of the shop, with a confirmation. It takes effect everywhere within seconds. */
export function StoreSwitch({ name, on }: { name: Name; on: boolean }) {
  const t = useTranslations('admin.store');
  const id = useId();
  const { asked, ask, confirm, close, pending } = useAskedAction((wanted: boolean) => changeSwitch(name, wanted), {
    onDone: () => void toast('success', t('changed', { setting: t(`${name}.label`) })),
    onFail: () => void toast('error', t('failed')),
  });
  return (
    <div className="flex items-start justify-between gap-6 rounded-card border border-line bg-surface p-5">
      <div>
        <label htmlFor={id} className="cursor-pointer font-bold">
          {t(`${name}.label`)}
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          {t(`${name}.text`)}
        </p>
      </div>
      <Switch.Root
        id={id}
        checked={on}
        onCheckedChange={ask}
        aria-describedby={`${id}-text`}
        className="relative h-8 w-14 shrink-0 rounded-full before:absolute before:-inset-1.5 border border-edge bg-raised transition data-[state=checked]:border-buy data-[state=checked]:bg-buy"
      >
        <Switch.Thumb className="block size-6 translate-x-1 rounded-full bg-ink transition data-[state=checked]:translate-x-6.5 data-[state=checked]:bg-on-buy" />
      </Switch.Root>
      {asked !== null && (
        <Confirm
          title={t(`${name}.${asked ? 'onTitle' : 'offTitle'}`)}
          text={t(`${name}.${asked ? 'onText' : 'offText'}`)}
          confirmLabel={t(`${name}.${asked ? 'onConfirm' : 'offConfirm'}`)}
          isDangerous={asked}
          pending={pending}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </div>
  );
}
