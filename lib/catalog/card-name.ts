import { cut } from '@/lib/core/cut';

const limit = 30;

/** Cuts a product's name for a card at 30 characters. */
export const cardName = (name: string): string => (name.length > limit ? `${cut(name, limit - 1).trimEnd()}…` : name);
