import { classNames } from '@/components/ui/class-names';
import { Megaphone, X } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

type Props = {
  title: string;
  text: string;
  href: string | null;
  words: { label: string; see: string; close: string };
  /** Absent in a preview. */
  onClose?: () => void;
  className?: string;
};

/** An announcement above the page. */
export function AnnouncementCard({ title, text, href, words, onClose, className }: Props) {
  return (
    <section
      aria-label={words.label}
      className={classNames('flex items-start gap-3 rounded-card border border-line bg-surface p-4', className)}
    >
      <Megaphone aria-hidden className="mt-0.5 size-5 shrink-0 text-link" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-bold break-words">{title}</p>
        <p className="max-h-[30dvh] overflow-y-auto break-words whitespace-pre-line text-muted">{text}</p>
        {href && (
          <Link
            href={href}
            className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
          >
            {words.see}
          </Link>
        )}
      </div>
      {onClose && (
        <button
          type="button"
          aria-label={words.close}
          onClick={onClose}
          className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control hover:bg-raised"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
    </section>
  );
}
