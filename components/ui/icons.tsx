import type { ReactNode, SVGProps } from 'react';
import { classNames } from './class-names';
import desk from './icons/desk.svg';
import shop from './icons/shop.svg';

type Props = Omit<SVGProps<SVGSVGElement>, 'children'>;

/** An icon of 24 pixels in the colour of the text around it; classes change both. Without a name of its own it says nothing. */
export type Icon = (props: Props) => ReactNode;

/**
 * An icon by its name in a file that browsers keep for ever. A page names it in a few bytes, where its drawing would stand
 * in the HTML and again in what React reads.
 */
/* @__NO_SIDE_EFFECTS__ */ function icon(file: { src: string }, name: string): Icon {
  const href = `${file.src}#${name}`;
  // biome-ignore lint/correctness/noComponentHookFactories: called once per icon, never while rendering
  return function DrawnIcon({ className, ...rest }) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: whoever shows it says what it means, or hides it
      <svg aria-hidden={!('aria-label' in rest)} className={classNames('icon', className)} {...rest}>
        <use href={href} />
      </svg>
    );
  };
}

// What the public pages show; `npm run make:icons` draws both files from these lines.
export const ArrowLeft = icon(shop, 'arrow-left');
export const BadgeCheck = icon(shop, 'badge-check');
export const Bell = icon(shop, 'bell');
export const CalendarClock = icon(shop, 'calendar-clock');
export const CalendarDays = icon(shop, 'calendar-days');
export const Check = icon(shop, 'check');
export const ChevronDown = icon(shop, 'chevron-down');
export const ChevronsUpDown = icon(shop, 'chevrons-up-down');
export const CircleCheck = icon(shop, 'circle-check');
export const CircleDashed = icon(shop, 'circle-dashed');
export const CircleHelp = icon(shop, 'circle-help');
export const CircleX = icon(shop, 'circle-x');
export const Clapperboard = icon(shop, 'clapperboard');
export const Coins = icon(shop, 'coins');
export const Crown = icon(shop, 'crown');
export const Download = icon(shop, 'download');
export const Flag = icon(shop, 'flag');
export const Flame = icon(shop, 'flame');
export const Gift = icon(shop, 'gift');
export const Heart = icon(shop, 'heart');
export const HeartHandshake = icon(shop, 'heart-handshake');
export const House = icon(shop, 'house');
export const Languages = icon(shop, 'languages');
export const LifeBuoy = icon(shop, 'life-buoy');
export const ListChecks = icon(shop, 'list-checks');
export const LoaderCircle = icon(shop, 'loader-circle');
export const Lock = icon(shop, 'lock');
export const LockKeyhole = icon(shop, 'lock-keyhole');
export const Mail = icon(shop, 'mail');
export const Megaphone = icon(shop, 'megaphone');
export const Menu = icon(shop, 'menu');
export const MessageSquare = icon(shop, 'message-square');
export const Minus = icon(shop, 'minus');
export const Moon = icon(shop, 'moon');
export const PackageOpen = icon(shop, 'package-open');
export const Pencil = icon(shop, 'pencil');
export const Play = icon(shop, 'play');
export const Plug = icon(shop, 'plug');
export const Plus = icon(shop, 'plus');
export const Puzzle = icon(shop, 'puzzle');
export const RefreshCw = icon(shop, 'refresh-cw');
export const Search = icon(shop, 'search');
export const SearchX = icon(shop, 'search-x');
export const ShieldCheck = icon(shop, 'shield-check');
export const ShoppingBag = icon(shop, 'shopping-bag');
export const ShoppingCart = icon(shop, 'shopping-cart');
export const SlidersHorizontal = icon(shop, 'sliders-horizontal');
export const Sparkles = icon(shop, 'sparkles');
export const Star = icon(shop, 'star');
export const Tag = icon(shop, 'tag');
export const TriangleAlert = icon(shop, 'triangle-alert');
export const User = icon(shop, 'user');
export const Users = icon(shop, 'users');
export const X = icon(shop, 'x');
export const Zap = icon(shop, 'zap');

// What only the panel, the desk and the forms show.
export const Archive = icon(desk, 'archive');
export const ArchiveRestore = icon(desk, 'archive-restore');
export const ArrowDown = icon(desk, 'arrow-down');
export const ArrowUp = icon(desk, 'arrow-up');
export const Ban = icon(desk, 'ban');
export const Bold = icon(desk, 'bold');
export const CircleAlert = icon(desk, 'circle-alert');
export const ClipboardCheck = icon(desk, 'clipboard-check');
export const Clock = icon(desk, 'clock');
export const CloudOff = icon(desk, 'cloud-off');
export const Copy = icon(desk, 'copy');
export const CreditCard = icon(desk, 'credit-card');
export const Database = icon(desk, 'database');
export const DoorOpen = icon(desk, 'door-open');
export const EllipsisVertical = icon(desk, 'ellipsis-vertical');
export const Eye = icon(desk, 'eye');
export const EyeOff = icon(desk, 'eye-off');
export const FileDown = icon(desk, 'file-down');
export const FileUp = icon(desk, 'file-up');
export const GripVertical = icon(desk, 'grip-vertical');
export const Heading2 = icon(desk, 'heading-2');
export const ImagePlus = icon(desk, 'image-plus');
export const Italic = icon(desk, 'italic');
export const Library = icon(desk, 'library');
export const Link2 = icon(desk, 'link-2');
export const List = icon(desk, 'list');
export const ListOrdered = icon(desk, 'list-ordered');
export const MessageCircle = icon(desk, 'message-circle');
export const Package = icon(desk, 'package');
export const PackagePlus = icon(desk, 'package-plus');
export const PackageSearch = icon(desk, 'package-search');
export const PackageX = icon(desk, 'package-x');
export const PartyPopper = icon(desk, 'party-popper');
export const Quote = icon(desk, 'quote');
export const Receipt = icon(desk, 'receipt');
export const Redo2 = icon(desk, 'redo-2');
export const Scale = icon(desk, 'scale');
export const ScrollText = icon(desk, 'scroll-text');
export const ServerCrash = icon(desk, 'server-crash');
export const Settings = icon(desk, 'settings');
export const Ticket = icon(desk, 'ticket');
export const TicketCheck = icon(desk, 'ticket-check');
export const TicketPercent = icon(desk, 'ticket-percent');
export const Trash2 = icon(desk, 'trash-2');
export const Undo2 = icon(desk, 'undo-2');
export const Wallet = icon(desk, 'wallet');
export const Webhook = icon(desk, 'webhook');
