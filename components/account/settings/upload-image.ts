import { sendFile } from '@/components/ui/send-file';
import type { ProfileImageKind } from '@/lib/account/settings';

/**
 * Uploads a profile picture.
 *
 * @param onProgress percent sent, 0 to 100
 * @returns the new address, or a sentence with the reason of the refusal; null without a response
 */
export async function uploadImage(
  kind: ProfileImageKind,
  file: File,
  onProgress: (percent: number) => void,
): Promise<{ url: string } | { message: string } | null> {
  const answer = await sendFile(`/api/profile-image?kind=${kind}`, file, { onProgress });
  return answer?.body as { url: string } | { message: string } | null;
}
