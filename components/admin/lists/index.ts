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
 * Registry of the panel lists. The name is the last segment of the page's address and, as `admin.<name>`, the message
 * of its title.
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

/** Address of a list in the panel. */
export const listPath = (name: PanelListName) => `/dashboard-admin/${name}` as const;

/** CSV exports: every list, and the reports. */
export const listFiles: readonly ListFile[] = [...Object.values(panelLists), reportsFile];
