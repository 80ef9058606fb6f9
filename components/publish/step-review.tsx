import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { moderationPath } from '@/lib/moderation/reports/types';
import type { TeamEdit } from '@/lib/publish/team-edits';
import type { ReviewMessage, ReviewState, Takedown } from '@/lib/publish/types';
import { ReviewThread } from './review-thread-client';
import { TeamEdits } from './team-edits';

type Props = {
  productId: string;
  isOnSale: boolean;
  review: ReviewState | null;
  takedown: Takedown | null;
  messages: ReviewMessage[];
  teamEdits: TeamEdit[];
};

const tones = {
  pendiente: 'warn',
  cambios_pedidos: 'warn',
  aprobada: 'good',
  rechazada: 'bad',
  sustituida: 'warn',
  cancelada: 'warn',
} as const;

/** State of a product's review, reasons of a rejection or a takedown, and messages with the moderators. */
export function StepReview({ productId, isOnSale, review, takedown, messages, teamEdits }: Props) {
  const t = useTranslations('publish.review');
  const measures = useTranslations('moderation.mine');
  const reasons = useTranslations('moderation.reasons');
  const format = useFormatter();
  return (
    <div className="space-y-6">
      {takedown && (
        <div className="space-y-2">
          <Notice tone="bad">{t('takenDown', { date: format.dateTime(new Date(takedown.at), 'precise') })}</Notice>
          <p className="break-words whitespace-pre-line">
            {takedown.reason ? measures('reason', { reason: takedown.reason }) : measures('noReason')}
          </p>
          <TextLink href={moderationPath}>{t('appeal')}</TextLink>
        </div>
      )}
      {review && !(takedown && review.state === 'aprobada') && (
        <div className="space-y-2">
          <Notice tone={tones[review.state]}>
            <b>{t(`states.${review.state}`)}</b>.{' '}
            {t('sent', { date: format.dateTime(new Date(review.sentAt), 'precise') })}
          </Notice>
          {review.state === 'cambios_pedidos' && <p>{t('asked')}</p>}
          {review.position !== null && <p>{t('position', { position: review.position })}</p>}
          {review.state === 'pendiente' && review.medianHours !== null && (
            <p className="text-muted">{t('median', { hours: review.medianHours })}</p>
          )}
          {review.reasons.length > 0 && (
            <p>
              <b>{t('reasons')}:</b> {review.reasons.map((reason) => reasons(reason as 'calidad')).join(', ')}
            </p>
          )}
          {review.note && (
            <p>
              <b>{t('note')}:</b> <span className="break-words whitespace-pre-line">{review.note}</span>
            </p>
          )}
        </div>
      )}
      {!review && !takedown && <p className="text-muted">{t('none')}</p>}
      {isOnSale && <p className="text-sm text-muted">{t('onSale')}</p>}
      <TeamEdits edits={teamEdits} />
      {review && <ReviewThread productId={productId} messages={messages} />}
    </div>
  );
}
