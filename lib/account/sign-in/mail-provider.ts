const inboxes: Record<string, string> = {
  'gmail.com': 'https://mail.google.com',
  'hotmail.com': 'https://outlook.live.com',
  'outlook.com': 'https://outlook.live.com',
  'yahoo.com': 'https://mail.yahoo.com',
  'icloud.com': 'https://www.icloud.com/mail',
};

/** The web inbox of an address, so that a new person can open the confirmation mail. */
export function mailProviderUrl(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return inboxes[domain] ?? `https://${domain}`;
}
