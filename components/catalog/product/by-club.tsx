import type { ReactNode } from 'react';

type Props = { visitor: ReactNode; member: ReactNode };

/**
 * Two variants in one place: for Club members and for all others. The page is static, and an attribute of the root
 * selects the variant (`data-club`); the place fits both, to avoid layout shifts.
 */
export function ByClub({ visitor, member }: Props) {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div className="in-data-club:invisible">{visitor}</div>
      <div className="invisible in-data-club:visible">{member}</div>
    </div>
  );
}
