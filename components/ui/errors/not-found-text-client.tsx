'use client';

import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';

type Props = { title: string; text: string; retry: string; home: string };

/** Drawn in the browser, because what React reads of every page holds its 404 as well. */
export function NotFoundText({ title, text, retry, home }: Props) {
  return (
    <>
      <h1 className="text-3xl font-extrabold">{title}</h1>
      <p className="text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <form>
          <Button type="submit">{retry}</Button>
        </form>
        <ButtonLink href="/" variant="buy">
          {home}
        </ButtonLink>
      </div>
    </>
  );
}
