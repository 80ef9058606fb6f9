import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import type { ListedRequest } from '@/lib/support/server';
import type { Part } from '@/lib/support/types';

type Props = { request: Pick<ListedRequest, 'kind' | 'to' | 'state' | 'decision' | 'creatorAgrees'>; part: Part };

/** Subject and state of a thread, for one of its parties. */
export function RequestState({ request: { kind, to, state, decision, creatorAgrees }, part }: Props) {
  const t = useTranslations('help');
  const waitsForMe = part === 'cliente' ? state === 'contestada' : state === 'abierta' && part === to;
  return (
    <p className="flex flex-wrap gap-2">
      <Badge>{t(`kinds.${kind}`)}</Badge>
      {decision ? (
        <Badge tone={decision === 'aceptada' ? 'good' : 'plain'}>{t(`decisions.${decision}`)}</Badge>
      ) : (
        <Badge tone={waitsForMe ? 'club' : 'plain'}>{t(waitsForMe ? 'states.waitsForYou' : `states.${state}`)}</Badge>
      )}
      {creatorAgrees && part !== 'cliente' && <Badge tone="good">{t('creatorAgrees')}</Badge>}
    </p>
  );
}
