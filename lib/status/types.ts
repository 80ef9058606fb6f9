import { pageProviders } from '@/lib/payments/methods';

/** The two switches of the shop. */
export type ShopStatus = { closed: boolean; down: boolean };

/** An announcement above the pages, in both languages, so that one answer serves all readers. */
export type Banner = {
  id: number;
  es: { title: string; text: string };
  en: { title: string; text: string };
  href: string | null;
};

/** The answer of `/api/status`; without `banners` there are no announcements. */
export type StatusAnswer = ShopStatus & { banners?: Banner[] };

/** The services of Supabase. */
export const ownServices = ['database', 'auth', 'storage'] as const;
export type OwnService = (typeof ownServices)[number];

/** All required services, in display order. */
export const services = [...ownServices, ...pageProviders];
type Service = (typeof services)[number];

export type State = 'up' | 'down';
export type Health = { checkedAt: string; services: Record<Service, State> };

/** Readiness of the shop, maintenance mode, and availability of its services. */
export type Readiness = Health & { ok: boolean; closed: boolean };
