import { Button } from './button';
import { ButtonLink } from './button-link';

type Props = { path: string; isNarrowed: boolean; applyLabel: string; clearLabel: string; className?: string };

/** Buttons of a list's filters, which are a plain GET form, so that results have an address. */
export const FilterButtons = ({ path, isNarrowed, applyLabel, clearLabel, className = '' }: Props) => (
  <div className={`flex gap-2 ${className}`}>
    <Button type="submit" variant="buy" className="h-12 grow">
      {applyLabel}
    </Button>
    {isNarrowed && (
      <ButtonLink href={path} variant="ghost" className="h-12">
        {clearLabel}
      </ButtonLink>
    )}
  </div>
);
