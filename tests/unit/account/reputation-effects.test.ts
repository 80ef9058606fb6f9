import { expect, test } from 'vitest';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

test('the effects of a reputation are those that the shop enforces: it has no Discord', () => {
  for (const { profile } of [es, en])
    expect(Object.values(profile.standing.effects).join(' ')).not.toContain('Discord');
});
