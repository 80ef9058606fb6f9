/** The two switches of the shop. */
export type ShopStatus = { closed: boolean; down: boolean };

/** What the shop stands on, in the order in which it is shown. */
export const services = ['database', 'auth', 'storage', 'stripe', 'paypal'] as const;
export type Service = (typeof services)[number];

export type Health = { checkedAt: string; services: Record<Service, 'up' | 'down'> };
