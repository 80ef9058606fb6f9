import { useTranslations } from 'next-intl';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import { Time } from '@/components/ui/time';
import type { Post } from '@/lib/catalog/posts';
import { creatorPath } from '@/lib/core/http/segments';

/** A post of a creator; `audience` names the readers of a post that is not public. */
export function PostView({ post, audience, canReport }: { post: Post; audience?: string; canReport: boolean }) {
  const t = useTranslations('posts');
  const { author, product } = post;
  return (
    <article className="mx-auto max-w-3xl">
      {audience && <p className="mb-2 text-sm text-muted">{audience}</p>}
      <h1 className="text-3xl font-extrabold text-pretty wrap-anywhere sm:text-4xl">{post.title}</h1>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Picture
          src={author.avatarUrl}
          alt=""
          width={44}
          height={44}
          className="size-11 rounded-full bg-raised object-cover"
        />
        <div className="min-w-0 flex-1 basis-40">
          <Link href={creatorPath(author.displayName)} className="font-semibold hover:underline">
            {author.displayName}
          </Link>
          <p className="text-sm text-muted">
            <Time at={post.at} look="day" />
            {post.editedAt && <span>{` · ${t('edited')}`}</span>}
          </p>
        </div>
      </div>
      {product && (
        <p className="mt-4">
          <span className="text-muted">{t('about')} </span>
          <Link href={`/p/${product.slug}`} className="text-link underline-offset-4 hover:underline">
            {product.name}
          </Link>
        </p>
      )}
      <div
        className="rich-text mt-8 wrap-anywhere"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when read
        dangerouslySetInnerHTML={{ __html: post.html }}
      />
      {canReport && (
        <div className="mt-10 flex justify-end">
          <ReportButton kind="publicacion" id={post.id} name={post.title} />
        </div>
      )}
    </article>
  );
}
