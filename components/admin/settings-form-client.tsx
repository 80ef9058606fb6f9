'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { EditForm } from '@/components/panel/edit-form-client';
import { Field } from '@/components/ui/field';
import { Section } from '@/components/ui/section';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useProblemText } from '@/components/ui/use-problem-text';
import { longestReason } from '@/lib/admin/lengths';
import {
  isAmount,
  type SettingName,
  settingAmounts,
  settingBounds,
  settingColumns,
  settingLengths,
  settingSections,
} from '@/lib/admin/setting-fields';
import { saveSettings } from '@/lib/admin/settings-action';
import { formatCents, readEuros, writeEuros } from '@/lib/core/money';
import { clubPrices } from '@/lib/pricing/club-plans';

const names = Object.keys(settingColumns) as SettingName[];
const sections = Object.entries(settingSections) as Array<
  [keyof typeof settingSections, (typeof settingSections)[keyof typeof settingSections]]
>;

/** Edits the settings of the shop, each section with the time from which a change applies. */
export function SettingsForm({ loaded }: { loaded: Record<SettingName, string> }) {
  const t = useTranslations('admin.settings');
  const text = useProblemText('admin.settings.errors');
  const locale = useLocale();
  const router = useRouter();
  const form = useEditForm({
    name: 'settings',
    loaded,
    notes: { reason: '' },
    save: (edit, { reason }) => saveSettings({ edit, reason }),
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const { field, fieldErrors } = form;

  const monthly = readEuros(String(field('clubMonthly').value));
  const less = Number(field('clubYearly').value);
  const isYear = monthly > 0 && Number.isInteger(less) && less >= 0 && less <= settingBounds.clubYearly[1];
  const year = isYear
    ? t('year', { amount: formatCents(clubPrices(Math.round(monthly * 100), less).yearly, locale) })
    : undefined;

  function control(name: SettingName) {
    const wrong = fieldErrors[`edit.${name}`];
    if (name === 'sellerAddress') {
      return (
        <div key={name} className="sm:col-span-2">
          <TextArea
            label={t(`fields.${name}`)}
            rows={3}
            maxLength={settingLengths[name]}
            {...field(name)}
            error={wrong && t('errors.text')}
          />
        </div>
      );
    }
    if (name === 'sellerName' || name === 'sellerTaxId') {
      return (
        <Field
          key={name}
          label={t(`fields.${name}`)}
          maxLength={settingLengths[name]}
          {...field(name)}
          error={wrong && t('errors.text')}
        />
      );
    }
    const [least, most] = isAmount(name) ? settingAmounts[name] : settingBounds[name];
    const problem = isAmount(name)
      ? t('errors.amount', { least: writeEuros(least, locale), most: writeEuros(most, locale) })
      : t('errors.range', { least, most });
    return (
      <Field
        key={name}
        label={t(`fields.${name}`)}
        inputMode={isAmount(name) ? 'decimal' : 'numeric'}
        hint={name === 'clubYearly' ? year : undefined}
        {...field(name)}
        error={wrong && problem}
      />
    );
  }

  return (
    <EditForm
      form={form}
      label={(name) => t(`fields.${names.find((known) => known === name) ?? 'share'}`)}
      show={(name, value) =>
        names.some((known) => known === name && isAmount(known)) && value !== ''
          ? writeEuros(String(value), locale)
          : undefined
      }
      saveLabel={t('save')}
    >
      {sections.map(([section, inside]) => (
        <Section key={section} title={t(`sections.${section}.title`)} text={t(`sections.${section}.text`)}>
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{inside.map(control)}</div>
        </Section>
      ))}
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={longestReason}
        {...field('reason')}
        error={fieldErrors.reason && t('errors.reason')}
      />
    </EditForm>
  );
}
