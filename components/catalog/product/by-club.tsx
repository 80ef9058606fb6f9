import type { ReactNode } from 'react';

type Props = { visitor: ReactNode; member: ReactNode };

/**
 * Two things in the same place: one for members of the Club, one for everybody else. The page is the same for all, and
 * the root says who is looking (`data-club`); the place is large enough for both, so that nothing moves.
 */
export function ByClub({ visitor, member }: Props) {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div className="in-data-club:invisible">{visitor}</div>
      <div className="invisible in-data-club:visible">{member}</div>
    </div>
  );
}
