import type { Me } from '@/lib/account/types';
import type { PreviewCreator } from './preview';

/** The signed-in person as creator on a product card. */
export const toPreviewCreator = (me: Me): PreviewCreator & { id: string } => ({
  id: me.id,
  displayName: me.displayName,
  username: me.username,
  avatarUrl: me.avatarUrl,
  verified: me.role === 'admin',
});
