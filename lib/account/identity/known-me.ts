import type { Me } from '@/lib/account/types';
import { jsonInHtml } from '@/lib/core/html/escape';

/** The element in which a page that knows who asks tells its islands (`KnownMe`). */
export const knownMeId = 'known-me';

/** The same element as HTML, for a page that was rendered for somebody else. */
export const knownMeElement = (me: Me): string =>
  `<script type="application/json" id="${knownMeId}">${jsonInHtml(me)}</script>`;
