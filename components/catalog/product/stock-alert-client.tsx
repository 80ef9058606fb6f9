'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Bell } from '@/components/ui/icons/shop';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { readStockWish, wishForStock } from '@/lib/support/stock-action';

type Props = { productId: string; isGuest: boolean; onGuest: () => void };

/** Requests a notification when a sold-out product is available again, or withdraws it. Loaded on its page only. */
export function StockAlert({ productId, isGuest, onGuest }: Props) {
  const t = useTranslations('product.stockAlert');
  const [isWanted, setWanted] = useState<boolean | null>(isGuest ? false : null);
  useEffect(() => {
    if (isGuest) return;
    let isCurrent = true;
    readStockWish(productId).then(
      (answer) => isCurrent && setWanted(answer.ok && answer.value),
      () => isCurrent && setWanted(false),
    );
    return () => {
      isCurrent = false;
    };
  }, [productId, isGuest]);
  const { run, pending, problem } = useAction((wanted: boolean) => wishForStock(productId, wanted), {
    messages: useProblemText('product.stockAlert.errors'),
    onDone: (_value, wanted) => {
      setWanted(wanted);
      toast('success', t(wanted ? 'wanted' : 'withdrawn'));
    },
  });
  return (
    <div className="space-y-1">
      <Button
        className="w-full"
        aria-pressed={isWanted === true}
        disabled={isWanted === null}
        pending={pending}
        onClick={() => (isGuest ? onGuest() : run(!isWanted))}
      >
        <Bell aria-hidden className="size-4 shrink-0" />
        {t(isWanted ? 'withdraw' : 'open')}
      </Button>
      {isWanted && <p className="text-sm text-muted">{t('text')}</p>}
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}
