import { Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, it } from 'vitest';
import { description } from '@/lib/api/openapi';

it('Spectral finds no problem in the description', async () => {
  const linter = new Spectral();
  linter.setRuleset({
    extends: [[oas as never, 'all']],
    rules: {
      // The licence has an SPDX identifier, and the shop's address is the one of the description.
      'license-url': 'off',
      'contact-properties': 'off',
      // The order is the one of the page.
      'openapi-tags-alphabetical': 'off',
    },
  });
  const found = await linter.run(JSON.parse(JSON.stringify(description)));
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([]);
});
