import {
  CalendarDays,
  Clapperboard,
  Crown,
  Flame,
  House,
  LifeBuoy,
  Plug,
  Puzzle,
  Tag,
} from '@/components/ui/icons/shop';
import { menu } from '@/lib/gates/pages';

const icons: Record<(typeof menu)[number]['label'], typeof House> = {
  home: House,
  plugins: Plug,
  series: Clapperboard,
  dlcs: Puzzle,
  events: CalendarDays,
  trends: Flame,
  offers: Tag,
  club: Crown,
  support: LifeBuoy,
};

/** Shop links, in the order of the sidebar. */
export const shopLinks = menu.map(({ path, label }) => ({ href: path, label, Icon: icons[label] }));
