import { getFormatter, getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { Lock, ShoppingBag, Sparkles } from '@/components/ui/icons/shop';
import { getAchievements } from '@/lib/account/profile/achievements';

const icons = { cuenta_creada: Sparkles, primera_compra: ShoppingBag } as const;

/** Achievements of the signed-in person, earned ones with their date. */
export async function Achievements() {
  const [t, format, achievements] = await Promise.all([
    getTranslations('profile.achievements'),
    getFormatter(),
    getAchievements(),
  ]);
  return (
    <section
      id="achievements"
      aria-labelledby="achievements-title"
      className="mt-4 scroll-mt-24 rounded-card border border-line bg-surface p-5"
    >
      <h2 id="achievements-title" className="text-lg font-bold">
        {t('title')}
      </h2>
      <ul className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2">
        {achievements.map(({ name, earnedAt }) => {
          const Icon = earnedAt ? icons[name] : Lock;
          return (
            <li key={name} className="flex items-center gap-4">
              <span
                aria-hidden
                className={classNames(
                  'grid size-12 shrink-0 place-items-center rounded-full',
                  earnedAt ? 'bg-club text-on-club' : 'border border-dashed border-line text-muted',
                )}
              >
                <Icon className="size-6" />
              </span>
              <span className="min-w-0">
                <b className={classNames('block', !earnedAt && 'text-muted')}>{t(`${name}.name`)}</b>
                <span className="block text-sm text-muted">
                  {earnedAt ? t('earned', { date: format.dateTime(new Date(earnedAt), 'day') }) : t(`${name}.how`)}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
