import { getLocale, getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/ui/back-link';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterButtons } from '@/components/ui/filter-buttons';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Receipt } from '@/components/ui/icons/desk';
import { ListForm } from '@/components/ui/list-form';
import { PageLinks } from '@/components/ui/page-links';
import { Select } from '@/components/ui/select';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { shortId } from '@/lib/core/short-id';
import { isUuid } from '@/lib/core/uuid';
import { commandStates, listQueue, listServers, type QueuedCommand, type QueueFilter } from '@/lib/servers/own';
import { SendAgain, UndoTest } from './send-again-client';

const path = '/dashboard/servers/queue';

function parseFilter(query: PageQuery): QueueFilter {
  const [server, before] = [textOf(query.servidor), textOf(query.antes)];
  return {
    server: isUuid(server) ? server : null,
    state: commandStates.find((state) => state === textOf(query.estado)) ?? null,
    before: /^\d{1,15}$/.test(before) ? before : null,
  };
}

const addressOf = ({ server, state, before }: QueueFilter) =>
  `${path}?${new URLSearchParams({
    ...(server && { servidor: server }),
    ...(state && { estado: state }),
    ...(before && { antes: before }),
  })}`;

const tones = {
  esperando: 'text-warn',
  esperando_jugador: 'text-warn',
  recogida: 'text-warn',
  hecha: 'text-good',
  fallida: 'text-bad',
  caducada: 'text-bad',
  cancelada: 'text-muted',
} as const;

async function Row({ command }: { command: QueuedCommand }) {
  const t = await getTranslations('servers.queue');
  // The plugin does not acknowledge commands: those that were sent have most likely run.
  const state = command.state === 'hecha' && command.kind === 'azlink' ? 'enviada' : command.state;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 space-y-1">
        <p className="font-mono text-sm wrap-anywhere">{command.command}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {[
            command.server,
            command.player,
            command.isTest ? t('test') : command.product,
            command.order && t('order', { id: shortId(command.order) }),
            command.isUndo && t('undo'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {command.error && <p className="text-sm text-bad wrap-anywhere">{t('answer', { error: command.error })}</p>}
      </div>
      <div className="space-y-1 text-sm sm:text-right">
        <p className={classNames('font-semibold', tones[command.state])}>{t(`states.${state}`)}</p>
        <p className="text-muted">
          <Time at={command.endedAt ?? command.createdAt} look="moment" />
        </p>
        {command.resent > 0 && <p className="text-muted">{t('again', { count: command.resent })}</p>}
        <div className="flex flex-wrap gap-2 empty:hidden sm:justify-end">
          {command.canRepeat && <SendAgain id={command.id} command={command.command} />}
          {command.isTest && !command.isUndo && command.hasUndo && command.state === 'hecha' && (
            <UndoTest id={command.event} command={command.command} />
          )}
        </div>
      </div>
    </li>
  );
}

/** Commands for a creator's servers, filtered by the address. */
export async function Queue({ query }: { query: Promise<PageQuery> }) {
  await requireMe(path, query);
  const filter = parseFilter(await query);
  const [t, servers, { commands, next }] = await Promise.all([
    getTranslations('servers.queue'),
    listServers(),
    listQueue(filter, await getLocale()),
  ]);
  const any = { value: '', label: t('any') };
  const isNarrowed = filter.server !== null || filter.state !== null;
  return (
    <MoreClientMessages namespaces={['servers']}>
      <div className="space-y-6">
        <BackLink href="/dashboard/servers">{t('back')}</BackLink>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <ListForm
          shown={JSON.stringify(filter)}
          action="/dashboard/servers/queue"
          className="grid grid-cols-1 items-end gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-3"
        >
          <Select
            label={t('server')}
            name="servidor"
            defaultValue={filter.server ?? ''}
            options={[any, ...servers.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <Select
            label={t('state')}
            name="estado"
            defaultValue={filter.state ?? ''}
            options={[any, ...commandStates.map((state) => ({ value: state, label: t(`states.${state}`) }))]}
          />
          <FilterButtons path={path} isNarrowed={isNarrowed} applyLabel={t('apply')} clearLabel={t('clear')} />
        </ListForm>
        {commands.length === 0 ? (
          <EmptyState icon={<Receipt />} title={t(isNarrowed ? 'noneFound' : 'none')} />
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {commands.map((command) => (
              <Row key={command.id} command={command} />
            ))}
          </ul>
        )}
        <PageLinks
          newest={filter.before && addressOf({ ...filter, before: null })}
          older={next && addressOf({ ...filter, before: next })}
        />
        <p className="max-w-prose text-sm text-muted">{t('note')}</p>
      </div>
    </MoreClientMessages>
  );
}
