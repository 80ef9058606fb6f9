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

/** The links of the shop, in the order of the sidebar. */
export const shopLinks = [
  { href: '/', label: 'home', Icon: House },
  { href: '/plugins', label: 'plugins', Icon: Plug },
  { href: '/series', label: 'series', Icon: Clapperboard },
  { href: '/dlcs', label: 'dlcs', Icon: Puzzle },
  { href: '/events', label: 'events', Icon: CalendarDays },
  { href: '/trends', label: 'trends', Icon: Flame },
  { href: '/ofertas', label: 'offers', Icon: Tag },
  { href: '/club', label: 'club', Icon: Crown },
  { href: '/support', label: 'support', Icon: LifeBuoy },
] as const;
