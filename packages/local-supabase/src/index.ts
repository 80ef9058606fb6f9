export { chooseRealServices } from './api/real/choice.ts';
export { type Api, startApi } from './api/start-api.ts';
export { generateKeys, readOrCreate } from './keys.ts';
export { startSupabase } from './start.ts';
