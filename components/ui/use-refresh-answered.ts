import { useRouter } from 'next/navigation';
import { isBrokenOff } from './use-action';

/**
 * Loads the page anew after an action has answered with a code. If no answer came it leaves the page alone: without a
 * connection the router would leave it for the browser's own error page, and with it what the form says.
 */
export function useRefreshAnswered() {
  const router = useRouter();
  return (code: string): void => {
    if (!isBrokenOff(code)) router.refresh();
  };
}
