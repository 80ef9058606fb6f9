import { reportsFile } from '@/components/moderation/reports/file';
import type { PanelList } from '@/components/panel/define-list';
import { codes } from '@/components/vouchers/code-list';
import { coupons } from '@/components/vouchers/coupon-list';
import type { ListFile } from '@/lib/admin/lists';
import { audit } from './audit';
import { charges } from './charges';
import { events } from './events';
import { failures } from './failures';
import { orders } from './orders';
import { payments } from './payments';
import { products } from './products';
import { users } from './users';
import { withdrawals } from './withdrawals';

/**
 * Every list of the panel. A name is the end of the page's address and the message of its title, `admin.<name>`.
 */
export const panelLists = {
  users,
  products,
  orders,
  payments,
  charges,
  failures,
  withdrawals,
  coupons,
  codes,
  events,
  audit,
} satisfies Record<string, PanelList>;

export type PanelListName = keyof typeof panelLists;

/** The names in that order; `Object.keys` itself answers mere strings. */
export const listNames = Object.keys(panelLists) as PanelListName[];

/** Where a list stands in the panel. */
export const listPath = (name: PanelListName) => `/dashboard-admin/${name}` as const;

/** What can be saved as a file: every list, and what has a page of another kind. */
export const listFiles: readonly ListFile[] = [...Object.values(panelLists), reportsFile];
