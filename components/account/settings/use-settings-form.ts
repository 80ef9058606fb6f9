import { useTranslations } from 'next-intl';
import { useActionState, useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import type { SettingsState } from '@/lib/account/settings/state';

type Action = (state: SettingsState, form: FormData) => Promise<SettingsState>;

/**
 * A form of the settings: its state and the texts of its errors. A success shows a toast.
 *
 * @param success the text of the toast
 * @param onDone called after a success
 */
export function useSettingsForm(action: Action, success: string, onDone?: () => void) {
  const t = useTranslations('settings.errors');
  const [state, submit, pending] = useActionState(action, {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per answer of the server, not per render
  useEffect(() => {
    if (!state.done) return;
    void toast('success', success);
    onDone?.();
  }, [state]);
  const text = (key: string | undefined) =>
    key && (t.has(key as 'saveFailed') ? t(key as 'saveFailed') : t('saveFailed'));
  return { state, submit, pending, text };
}
