import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { description } from '@/lib/api/openapi';

it('Spectral has nothing to say about the description', async () => {
  const linter = new Spectral();
  linter.setRuleset({
    extends: [[oas as never, 'all']],
    rules: {
      // The licence has its identifier by SPDX, and the shop's address is where the description is.
      'license-url': 'off',
      'contact-properties': 'off',
      // The order is that of the page.
      'openapi-tags-alphabetical': 'off',
    },
  });
  const found = await linter.run(JSON.parse(JSON.stringify(description)));
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
});
