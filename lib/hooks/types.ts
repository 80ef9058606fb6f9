/** Topics that an address can subscribe to: the part of an event's type before the dot. */
export const topics = ['sale', 'refund', 'dispute', 'license', 'review', 'version', 'payout'] as const;
export type Topic = (typeof topics)[number];

/** The states of a delivery by which the log is filtered. */
export const deliveryStates = ['esperando', 'entregado', 'fallido'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Reasons why a call got no answer. */
export const postErrors = ['address', 'private', 'name', 'refused', 'tls', 'timeout', 'broken'] as const;
export type PostError = (typeof postErrors)[number];
