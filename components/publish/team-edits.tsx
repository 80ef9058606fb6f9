import { useTranslations } from 'next-intl';
import { DifferenceList } from '@/components/moderation/difference-list';
import { Time } from '@/components/ui/time';
import type { TeamEdit } from '@/lib/publish/team-edits';

/** The team's changes to a product with their reasons, for its creator. */
export function TeamEdits({ edits }: { edits: TeamEdit[] }) {
  const t = useTranslations('publish.review.team');
  if (edits.length === 0) return null;
  return (
    <section aria-labelledby="team-edits" className="space-y-3">
      <h2 id="team-edits" className="text-lg font-bold">
        {t('title')}
      </h2>
      {edits.map((edit) => (
        <details key={edit.id} className="rounded-card border border-line p-4">
          <summary className="min-h-11 cursor-pointer content-center">
            <Time at={edit.at} look="precise" /> · <span className="wrap-anywhere">{edit.reason}</span>
          </summary>
          <div className="mt-3">
            <DifferenceList differences={edit.differences} hasBefore files={{}} beforeLabel={t('before')} />
          </div>
        </details>
      ))}
    </section>
  );
}
