'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CardForm } from '@/components/ui/card-form-client';
import { Check } from '@/components/ui/check';
import { CheckGroup } from '@/components/ui/check-group';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { addServerAction, type ActionForm as Form } from '@/lib/servers/action';
import { beginnings, type LicenceEvent, licenceEvents, presets } from '@/lib/servers/presets';

type Choice = { id: string; name: string };
type Props = { productId: string; editions: Choice[]; servers: Choice[] };

const blank = (productId: string): Form & { slots: string; delayMinutes: string } => ({
  productId,
  editionId: '',
  preset: 'whitelist',
  group: '',
  item: '',
  amount: '1',
  commands: '',
  undo: '',
  events: [...beginnings],
  needsPlayer: false,
  isRepeatable: false,
  slots: '0',
  delayMinutes: '0',
  target: 'all',
});
type Texts =
  | 'editionId'
  | 'preset'
  | 'group'
  | 'item'
  | 'amount'
  | 'commands'
  | 'undo'
  | 'slots'
  | 'delayMinutes'
  | 'target';

/** Adds an action to a product. Input is kept until it is added. */
export function ActionForm({ productId, editions, servers }: Props) {
  const t = useTranslations('servers.actions');
  const text = useProblemText('servers.errors');
  const router = useRouter();
  const [form, setForm] = useState(blank(productId));
  const { run, pending, problem, fieldErrors } = useAction(addServerAction, {
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      setForm(blank(productId));
      void toast('success', t('added'));
      router.refresh();
    },
  });
  const field = (name: Texts) => ({
    name,
    label: t(`form.${name}`),
    value: form[name],
    error: text(fieldErrors[name]),
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const isOwn = form.preset === 'propia';
  const needsPlayer = form.preset === 'objeto' || (isOwn && form.needsPlayer);
  const toggle = (event: LicenceEvent) =>
    setForm({
      ...form,
      events: form.events.includes(event) ? form.events.filter((each) => each !== event) : [...form.events, event],
    });

  function send() {
    // Hidden fields are sent empty, because nobody would see that one is refused.
    run({ ...form, ...(!isOwn && { commands: '', undo: '' }), ...(!needsPlayer && { slots: '0' }) });
  }

  return (
    <CardForm onSubmit={send} submitLabel={t('form.add')} pending={pending} problem={problem} fieldErrors={fieldErrors}>
      <Select {...field('preset')} options={presets.map((value) => ({ value, label: t(`presets.${value}`) }))} />
      <Select
        {...field('target')}
        options={[
          { value: 'all', label: t('targets.todos') },
          ...servers.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'chosen', label: t('targets.elegido') },
        ]}
      />
      {editions.length > 0 && (
        <Select
          {...field('editionId')}
          options={[
            { value: '', label: t('anyEdition') },
            ...editions.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {form.preset === 'rango' && <Field {...field('group')} hint={t('form.groupHint')} maxLength={40} />}
      {form.preset === 'objeto' && (
        <>
          <Field {...field('item')} hint={t('form.itemHint')} />
          <Field {...field('amount')} inputMode="numeric" />
        </>
      )}
      {isOwn && (
        <>
          <div className="sm:col-span-2">
            <TextArea {...field('commands')} rows={4} hint={t('form.commandsHint', placeholders)} spellCheck={false} />
          </div>
          <div className="sm:col-span-2">
            <TextArea {...field('undo')} rows={4} hint={t('form.undoHint')} spellCheck={false} />
          </div>
          <CheckGroup
            legend={t('form.events')}
            error={text(fieldErrors.events)}
            className="sm:col-span-2"
            grid="gap-x-6 sm:grid-cols-2"
          >
            {(wrong) =>
              licenceEvents.map((event) => (
                <Check
                  {...wrong}
                  key={event}
                  name={event}
                  label={t(`events.${event}`)}
                  checked={form.events.includes(event)}
                  onChange={() => toggle(event)}
                />
              ))
            }
          </CheckGroup>
          <Check
            name="needsPlayer"
            label={t('form.needsPlayer')}
            checked={form.needsPlayer}
            onChange={(event) => setForm({ ...form, needsPlayer: event.target.checked })}
          />
          <Check
            name="isRepeatable"
            label={t('form.isRepeatable')}
            checked={form.isRepeatable}
            onChange={(event) => setForm({ ...form, isRepeatable: event.target.checked })}
          />
        </>
      )}
      <Field {...field('delayMinutes')} inputMode="numeric" />
      {needsPlayer && <Field {...field('slots')} inputMode="numeric" hint={t('form.slotsHint')} />}
    </CardForm>
  );
}

/** The placeholders of commands. The messages cannot contain them, because braces have a meaning there. */
const placeholders = {
  names: ['username', 'uuid', 'order', 'product', 'edition', 'price'].map((name) => `{${name}}`).join(' '),
};
