import { buyers, creators } from './data/people.ts';

/** The password of every demo account. They exist in local databases only. */
export const demoPassword = 'unstore123';

/** The accounts that `npm start` prints. */
export const demoAccounts = [
  { label: 'Admin', email: creators[0]?.email ?? '', password: demoPassword },
  { label: 'Creator', email: creators[1]?.email ?? '', password: demoPassword },
  ...buyers.map(({ label, email }) => ({ label, email, password: demoPassword })),
];
