import { describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/core/env';

const complete = {
  STORE_MODE: 'local',
  SITE_URL: 'http://localhost:3000',
  SUPABASE_URL: 'http://127.0.0.1:54321',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
  SUPABASE_SECRET_KEY: 'sb_secret_x',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  STRIPE_API_URL: 'http://127.0.0.1:12111',
  PAYPAL_CLIENT_ID: 'client-id',
  PAYPAL_CLIENT_SECRET: 'client-secret',
  PAYPAL_WEBHOOK_ID: 'WH-local-1',
  PAYPAL_API_URL: 'http://127.0.0.1:12111',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  CRON_SECRET: 'cron-secret',
};

const production = {
  ...complete,
  STORE_MODE: 'production',
  STRIPE_API_URL: undefined,
  PAYPAL_API_URL: undefined,
  MAIL_FROM: 'Tienda <hola@unstore.example>',
  SUPPORT_EMAIL: 'soporte@unstore.example',
};

/** A Supabase key of the older kind. */
const jwt = (role: string) => `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ iss: 'supabase', role }))}.signature`;

describe('the environment', () => {
  it('is accepted if complete', () => {
    expect(parseEnv(complete)).toMatchObject({
      STORE_MODE: 'local',
      ALLOWED_EMAIL_DOMAINS: ['gmail.com', 'hotmail.com', 'outlook.com', 'yahoo.com', 'icloud.com'],
    });
  });
  it.each(Object.keys(complete).filter((name) => name !== 'STORE_MODE'))('names %s if it is missing', (name) => {
    expect(() => parseEnv({ ...complete, [name]: '' })).toThrow(name);
  });
  it('trusts no proxy and has unchanged limits by default', () => {
    expect(parseEnv(complete)).toMatchObject({ TRUSTED_PROXIES: 0, ADDRESS_LIMIT_FACTOR: 1 });
    expect(parseEnv({ ...complete, TRUSTED_PROXIES: '2' }).TRUSTED_PROXIES).toBe(2);
    expect(parseEnv({ ...complete, TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,2001:db8::/32' }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      '192.0.2.1/32',
      '2001:db8::/32',
    ]);
    expect(() => parseEnv({ ...complete, TRUSTED_PROXIES: 'nginx' })).toThrow('TRUSTED_PROXIES');
    const real = { ...complete, STORE_MODE: 'production', STRIPE_API_URL: undefined, PAYPAL_API_URL: undefined };
    expect(() => parseEnv({ ...real, ADDRESS_LIMIT_FACTOR: '1000' })).toThrow('ADDRESS_LIMIT_FACTOR');
  });
  it('accepts addresses with a trailing slash, and strips it', () => {
    expect(
      parseEnv({ ...complete, SITE_URL: 'https://unstore.example/', SUPABASE_URL: 'https://x.supabase.co//' }),
    ).toMatchObject({
      SITE_URL: 'https://unstore.example',
      SUPABASE_URL: 'https://x.supabase.co',
    });
  });
  it('accepts domains with spaces and commas around them', () => {
    const parsed = parseEnv({ ...complete, ALLOWED_EMAIL_DOMAINS: ' Gmail.com, correo.ejemplo.es,' });
    expect(parsed.ALLOWED_EMAIL_DOMAINS).toEqual(['gmail.com', 'correo.ejemplo.es']);
  });
  it.each(['MAIL_FROM', 'SUPPORT_EMAIL'])('has no default %s in production', (name) => {
    const real = { ...complete, STORE_MODE: undefined, STRIPE_API_URL: undefined, PAYPAL_API_URL: undefined };
    const mail = { MAIL_FROM: 'Tienda <hola@unstore.example>', SUPPORT_EMAIL: 'soporte@unstore.example' };
    expect(parseEnv({ ...real, ...mail })).toMatchObject(mail);
    expect(() => parseEnv({ ...real, ...mail, [name]: '' })).toThrow(`${name}: missing`);
    expect(parseEnv(complete)).toHaveProperty(name);
  });
  it('accepts a sender with or without a name, but no invalid one', () => {
    for (const sender of [
      'hola@unstore.example',
      'UnStore <hola@unstore.example>',
      '"UnStore, S. L." <hola@a.example>',
    ])
      expect(parseEnv({ ...complete, MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    for (const sender of ['UnStore', 'UnStore <hola>', 'UnStore hola@unstore.example', 'UnStore <hola@a.example> x'])
      expect(() => parseEnv({ ...complete, MAIL_FROM: sender })).toThrow('MAIL_FROM: not a sender');
  });
  it('refuses quoted values, because not all parsers strip quotes', () => {
    for (const [name, value] of [
      ['MAIL_FROM', '"UnStore <hola@unstore.example>"'],
      ['CRON_SECRET', "'cron-secret'"],
      ['STRIPE_WEBHOOK_SECRET', '"whsec_test"'],
    ] as const)
      expect(() => parseEnv({ ...complete, [name]: value })).toThrow(`${name}: in quotes`);
  });
  it.each([
    ['SUPABASE_URL', 'myproject', 'not an http address'],
    ['SUPABASE_URL', 'localhost:54321', 'not an http address'],
    ['SITE_URL', 'unstore.example', 'not an http address'],
    ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_x', 'this is the secret key'],
    ['SUPABASE_PUBLISHABLE_KEY', jwt('service_role'), 'this is the secret key'],
    ['SUPABASE_SECRET_KEY', 'sb_publishable_x', 'this is the publishable key'],
    ['SUPABASE_SECRET_KEY', jwt('anon'), 'this is the publishable key'],
    ['STRIPE_SECRET_KEY', 'pk_test_something', 'does not begin with sk_ or rk_'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_something', 'does not begin with whsec_'],
    ['SMTP_URL', 'https://mail.example', 'not an address of a mail server'],
    ['SMTP_URL', '', 'missing: the mail server'],
    ['REDIS_URL', 'http://127.0.0.1:6379', 'not an address such as redis://'],
    ['REDIS_URL', 'redis:6379', 'not an address such as redis://'],
    ['REDIS_URL', 'redis://user:50%@cache.example', 'not an address such as redis://'],
    ['REDIS_URL', 'redis://cache.example/pages', 'not an address such as redis://'],
    ['SMTP_URL', 'smtp:mail.example', 'not an address of a mail server'],
    ['SMTP_URL', 'smtps://user:50%@mail.example', 'not an address of a mail server'],
    ['CLAMD_URL', 'tcp:3310', 'not an address such as tcp://'],
    ['PAYPAL_API_URL', 'localhost:12111', 'not an http address'],
    ['STRIPE_API_URL', 'localhost:12111', 'not an http address'],
    ['SITE_URL', 'https://unstore.example/shop', 'not the root of a host'],
    ['SITE_URL', 'https://user:word@unstore.example', 'not the root of a host'],
    ['SITE_URL', 'https://unstore.example/?from=mail', 'not the root of a host'],
    ['SUPABASE_SECRET_KEY', 'sb_secret_“x”', 'has spaces or characters that no key has'],
    ['CRON_SECRET', 'contraseña', 'has spaces or characters that no key has'],
    ['PAYPAL_CLIENT_ID', 'client id', 'has spaces or characters that no key has'],
    ['ALLOWED_EMAIL_DOMAINS', '@gmail.com', 'not domains such as gmail.com'],
    ['ALLOWED_EMAIL_DOMAINS', 'gmail.com;hotmail.com', 'not domains such as gmail.com'],
    ['ALLOWED_EMAIL_DOMAINS', ',', 'not domains such as gmail.com'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'not an address such as http://'],
    ['TRUSTED_PROXIES', '11', 'not a number of proxies from 0 to 10'],
    ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', 'short', 'not 32 bytes in base64'],
    ['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY', btoa('five.'), 'not 32 bytes in base64'],
  ])('explains the problem of %s=%s', (name, value, message) => {
    expect(() => parseEnv({ ...complete, [name]: value })).toThrow(`${name}: ${message}`);
  });
  it('accepts both kinds of Supabase keys', () => {
    const keys = { SUPABASE_PUBLISHABLE_KEY: jwt('anon'), SUPABASE_SECRET_KEY: jwt('service_role') };
    expect(parseEnv({ ...complete, ...keys })).toMatchObject(keys);
  });
  it('requires one action key for all nodes with Redis', () => {
    const shared = { ...production, REDIS_URL: 'redis://cache.example' };
    expect(() => parseEnv(shared)).toThrow('NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: missing');
    const key = btoa('a key of exactly thirty-two byte');
    expect(parseEnv({ ...shared, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key }).REDIS_URL).toBe(shared.REDIS_URL);
    expect(parseEnv(production).NEXT_SERVER_ACTIONS_ENCRYPTION_KEY).toBeUndefined();
  });
  it('accepts Redis addresses only', () => {
    expect(parseEnv(complete).REDIS_URL).toBeUndefined();
    for (const address of ['redis://127.0.0.1:6379', 'rediss://user:secret@cache.example:6380/1'])
      expect(parseEnv({ ...complete, REDIS_URL: address }).REDIS_URL).toBe(address);
    for (const address of ['http://127.0.0.1:6379', 'cache.example'])
      expect(() => parseEnv({ ...complete, REDIS_URL: address })).toThrow('REDIS_URL');
  });
  it('refuses a simulator in production, the default mode', () => {
    expect(() => parseEnv({ ...complete, STORE_MODE: undefined })).toThrow('STRIPE_API_URL');
    expect(() =>
      parseEnv({ ...complete, STORE_MODE: 'production', STRIPE_API_URL: undefined, STRIPE_SECRET_KEY: undefined }),
    ).toThrow('STRIPE_SECRET_KEY');
  });
});
