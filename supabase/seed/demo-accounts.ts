import { buyers, creators } from './data/people.ts';

/** The password of every demo account. They exist in local databases only. */
export const demoPassword = 'unstore123';

/** The key of the demo admin's authenticator app. It exists in local databases only; `npm run demo:code` is the app. */
export const demoSecret = 'UNSTOREDEMOSECRETFORTHEADMINPAGE';

/** The accounts that `npm start` prints. */
export const demoAccounts: Array<{ label: string; email: string; password: string; secret?: string }> = [
  { label: 'Admin', email: creators[0]?.email ?? '', password: demoPassword, secret: demoSecret },
  { label: 'Creator', email: creators[1]?.email ?? '', password: demoPassword },
  ...buyers.map(({ label, email }) => ({ label, email, password: demoPassword })),
];
