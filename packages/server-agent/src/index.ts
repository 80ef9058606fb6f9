export { type Game, openGame } from './game.ts';
export { openJournal } from './journal.ts';
export { createAgent } from './loop.ts';
export { openShop, type Shop } from './shop.ts';
