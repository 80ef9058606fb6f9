import { pageProviders } from '@/lib/payments/methods';

/** The two switches of the shop. */
export type ShopStatus = { closed: boolean; down: boolean };

/** An announcement over the pages, in both languages: one answer serves all readers. */
export type Banner = {
  id: number;
  es: { title: string; text: string };
  en: { title: string; text: string };
  href: string | null;
};

/** What every open tab asks for. Without announcements, nothing is said of them. */
export type StatusAnswer = ShopStatus & { banners?: Banner[] };

/** What the shop runs on: the parts of Supabase. */
export const ownServices = ['database', 'auth', 'storage'] as const;
export type OwnService = (typeof ownServices)[number];

/** The services that the shop needs, in the order in which they are shown. */
export const services = [...ownServices, ...pageProviders];
type Service = (typeof services)[number];

export type State = 'up' | 'down';
export type Health = { checkedAt: string; services: Record<Service, State> };

/** Whether the shop can sell, whether it is closed for maintenance, and what answers. */
export type Readiness = Health & { ok: boolean; closed: boolean };
