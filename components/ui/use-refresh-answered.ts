import { useRouter } from 'next/navigation';
import { isBrokenOff } from './use-action';

/**
 * Refreshes the page after a response with a code. Without a response it does not: offline, the router would replace
 * the page and the form's message with the browser's error page.
 */
export function useRefreshAnswered() {
  const router = useRouter();
  return (code: string): void => {
    if (!isBrokenOff(code)) router.refresh();
  };
}
