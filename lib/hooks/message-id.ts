/** The message id of an event, the same for every delivery of it. */
export const messageId = (eventId: string): string => `evt_${eventId}`;
