import { useTranslations } from 'next-intl';
import type { Ref } from 'react';

type Props = {
  ref: Ref<HTMLDivElement>;
  /** Refused fields with their messages. */
  wrong: Array<{ path: string; message: string | undefined }>;
  /** The reason why the form as a whole was refused. */
  problem: string | undefined;
  goTo: (path: string) => void;
};

/** The reasons why a form was not sent: the messages of its fields with links to them, or that of the whole form. */
export function FormProblems({ ref, wrong, problem, goTo }: Props) {
  const t = useTranslations('publish');
  if (wrong.length === 0 && !problem) return null;
  return (
    <div ref={ref} tabIndex={-1} role="alert" className="rounded-control border border-bad bg-surface p-4 outline-none">
      {wrong.length === 0 ? (
        <p className="font-medium text-bad">{problem}</p>
      ) : (
        <>
          <h2 className="mb-1 font-bold text-bad">{t('errorsTitle')}</h2>
          <ul>
            {wrong.map(({ path, message }) => (
              <li key={path}>
                <button type="button" className="min-h-11 text-left underline" onClick={() => goTo(path)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
