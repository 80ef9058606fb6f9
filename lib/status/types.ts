import { pageProviders } from '@/lib/payments/methods';

/** The two switches of the shop. */
export type ShopStatus = { closed: boolean; down: boolean };

/** The services that the shop needs, in the order in which they are shown. */
export const services = ['database' as const, 'auth' as const, 'storage' as const, ...pageProviders];
export type Service = (typeof services)[number];

export type Health = { checkedAt: string; services: Record<Service, 'up' | 'down'> };
