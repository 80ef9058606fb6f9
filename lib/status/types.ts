import { pageProviders } from '@/lib/payments/methods';

/** The two switches of the shop (SPEC §2 Admin panel). */
export type ShopStatus = { closed: boolean; down: boolean };

/** What the shop stands on, in the order in which it is shown. */
export const services = ['database' as const, 'auth' as const, 'storage' as const, ...pageProviders];
export type Service = (typeof services)[number];

export type Health = { checkedAt: string; services: Record<Service, 'up' | 'down'> };
