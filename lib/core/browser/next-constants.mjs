// All that the browser's part of Next.js takes from its file of constants, which no bundler cuts down (next.config.mjs).
export const NEXT_NAV_DEPLOYMENT_ID_HEADER = 'x-nextjs-deployment-id';
/** Of development only. */
export const WEB_SOCKET_MAX_RECONNECTIONS = 12;
