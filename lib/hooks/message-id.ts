/** The message id of an event, the same however often it is sent. */
export const messageId = (eventId: string): string => `evt_${eventId}`;
