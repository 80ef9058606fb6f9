import { useFormatter, useTranslations } from 'next-intl';
import { actFields } from '@/lib/admin/acts';

type Values = Record<string, unknown>;

/** Message namespaces of the values of fields. */
const valueNames: Record<string, string[]> = {
  role: ['admin.userList.roles'],
  reputacion: ['profile.reputations'],
  status: ['dashboard.statuses'],
  estado: ['dashboard.money.states', 'admin.announcements.states', 'moderation.reports.states'],
  tipo: ['mail.caso.kinds'],
  motivos: ['moderation.reasons'],
  decision: ['help.decisions'],
  ambito: ['admin.couponList.scopes'],
  clase: ['admin.disputes.fileKinds'],
};
/** Fields in euros whose names do not show it. */
const inEuros = ['precio', 'oferta'];
/** Fields that are irrelevant for readers, or shown elsewhere. */
export const unsaid = ['id', 'producto_id', 'creador_id', 'created_at', 'orden', 'solicitud', 'clave', 'resultados'];

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Changes of an act: each field's translated name with its value before and after. */
export function ActChanges({ before, after }: { before: Values; after: Values }) {
  const [t, texts] = [useTranslations('admin.auditList'), useTranslations()];
  const format = useFormatter();
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !unsaid.includes(field) && !isEqual(before[field] ?? null, after[field] ?? null),
  );
  if (changed.length === 0) return null;

  function named(field: string, value: string): string {
    const places = /^\w+$/.test(value) ? (valueNames[field] ?? []) : [];
    const key = places.map((place) => `${place}.${value}`).find((name) => texts.has(name as never));
    return key ? texts(key as never) : value;
  }

  function text(field: string, value: unknown): string {
    if (value === undefined || value === null || value === '') return t('nothing');
    if (value === 'infinity') return t('forGood');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      if (inEuros.includes(field.split('.').at(-1) ?? '')) return format.number(value, 'euro');
      return format.number(field.endsWith('centimos') ? value / 100 : value);
    }
    if (typeof value === 'string') {
      return /^\d{4}-\d{2}-\d{2}T/.test(value) ? format.dateTime(new Date(value), 'moment') : named(field, value);
    }
    return Array.isArray(value) && value.every((item) => typeof item === 'string')
      ? value.map((item) => named(field, item)).join(', ')
      : JSON.stringify(value);
  }

  /** The name of a field; of an edition or a bundle after that of its list. */
  function label(field: string): string {
    const [list = '', , own] = field.split('.');
    const names = (own ? [list, own] : [list]).map((part) => {
      const name = actFields.find((known) => known === part);
      return name ? t(`fields.${name}`) : part;
    });
    return names.join(' · ');
  }

  return (
    <dl className="space-y-1 xl:min-w-60">
      {changed.map((field) => (
        <div key={field} className="break-words">
          <dt className="inline text-muted">{label(field)}: </dt>
          <dd className="inline">
            {field in before && (
              <>
                <del className="text-muted">{text(field, before[field])}</del>
                <span aria-hidden> → </span>
              </>
            )}
            <span>{text(field, after[field])}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
