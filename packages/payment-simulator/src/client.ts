import type { Account } from './account.ts';
import type { Provider } from './context.ts';
import type { FaultInput, StoredFault } from './faults/faults.ts';
import type { OUTCOMES, STAGES, STATUSES } from './paypal/disputes.ts';
import type { ItemStatus } from './paypal/payout-items.ts';
import type { PastPayment } from './stripe/session-past.ts';
import type { DeliveryResponse } from './webhooks/deliver.ts';

type Json = Record<string, unknown>;
type PayPalAmount = { currency_code: string; value: string };

type SentEvent = {
  id: string;
  provider: Provider;
  type: string;
  createdAt: number;
  body: Json;
  deliveries: {
    id: number;
    status: 'pending' | 'held' | 'delivered' | 'dropped';
    fault: string | null;
    attempts: number;
    dueAt: number;
    responses: DeliveryResponse[];
  }[];
};

/** `due` waits for due deliveries, `settled` also for retries, `all` also for those that a switch delays or holds. */
type IdleOptions = { id?: string; until?: 'due' | 'settled' | 'all'; timeoutMs?: number };

/** A typed client of the test switches of a running simulator. Every call throws if the switch refuses. */
export function simulator(url: string) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${url}/_sim${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /_sim${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
  const post = <T = Json>(path: string, body: unknown = {}) => call<T>('POST', path, body);

  return {
    addFault: (fault: FaultInput) => post<StoredFault>('/faults', fault),
    faults: () => call<StoredFault[]>('GET', '/faults'),
    removeFault: (id: number) => call<Json>('DELETE', `/faults/${id}`),
    clearFaults: () => call<Json>('DELETE', '/faults'),
    events: (filter: { provider?: string; type?: string; id?: string } = {}) =>
      call<SentEvent[]>('GET', `/events?${new URLSearchParams(filter)}`),
    resend: (eventId: string) => post(`/events/${eventId}/resend`),
    /** Sends delayed and held events now. */
    flush: (id?: string) => post('/flush', id ? { id } : {}),
    idle: ({ id, until, timeoutMs }: IdleOptions = {}) =>
      call<Json>(
        'GET',
        `/idle?${new URLSearchParams({ ...(id && { id }), ...(until && { until }), ...(timeoutMs !== undefined && { timeout_ms: String(timeoutMs) }) })}`,
      ),
    setWebhookUrls: (urls: { stripe?: string | null; paypal?: string | null }) => post('/webhooks', urls),
    /** Sets the account's settings; omitted ones are reset to the shop's needs. */
    setAccount: (account: Partial<Account>) => post('/account', account),
    stripe: {
      pay: (session: string, payer: { card?: string; email?: string; name?: string } = {}) =>
        post(`/stripe/sessions/${session}/pay`, payer),
      /** Imports earlier payments. Sends no events. */
      remember: (payments: PastPayment[]) => post<{ added: number }>('/stripe/remember', { payments }),
      /** The bank's answer for a card with 3-D Secure. */
      authenticate: (session: string, passed: boolean) => post(`/stripe/sessions/${session}/authenticate`, { passed }),
      /** Completes a session by bank debit, which settles after this number of seconds, or by a switch if null. */
      payLater: (session: string, settleAfter: number | null = null) =>
        post(`/stripe/sessions/${session}/pay-later`, { settleAfter }),
      settle: (session: string, outcome: 'succeeded' | 'failed') =>
        post(`/stripe/sessions/${session}/settle`, { outcome }),
      expire: (session: string) => post(`/stripe/sessions/${session}/expire`),
      tamper: (session: string, change: { amount_total?: number; currency?: string; expires_at?: number }) =>
        post(`/stripe/sessions/${session}/tamper`, change),
      refund: (id: string, amount?: number, options: { pending?: boolean } = {}) =>
        post('/stripe/refund', { id, amount, ...options }),
      settleRefund: (id: string, status: 'succeeded' | 'failed' | 'canceled') =>
        post('/stripe/refund/settle', { id, status }),
      dispute: (id: string, options: { amount?: number; reason?: string; inquiry?: boolean } = {}) =>
        post('/stripe/dispute', { id, ...options }),
      reviewDispute: (id: string) => post('/stripe/dispute/review', { id }),
      escalateDispute: (id: string) => post('/stripe/dispute/escalate', { id }),
      closeDispute: (id: string, status: 'won' | 'lost' | 'warning_closed') =>
        post('/stripe/dispute/close', { id, status }),
      renew: (subscription: string, outcome: 'paid' | 'failed' | 'open' = 'paid') =>
        post(`/stripe/subscriptions/${subscription}/renew`, { outcome }),
      retry: (subscription: string, outcome: 'paid' | 'failed' = 'paid') =>
        post(`/stripe/subscriptions/${subscription}/retry`, { outcome }),
      cancelAtPeriodEnd: (subscription: string, value = true) =>
        post(`/stripe/subscriptions/${subscription}/cancel-at-period-end`, { value }),
      /** Presses a button of the customer portal. */
      portal: (subscription: string, cancel = true) => post(`/stripe/subscriptions/${subscription}/portal`, { cancel }),
      /** Replaces the card that renewals and changes are charged to. */
      setCard: (subscription: string, card: string) => post(`/stripe/subscriptions/${subscription}/card`, { card }),
      /** Ends a change that waits for its payment. */
      expireChange: (subscription: string) => post(`/stripe/subscriptions/${subscription}/expire-change`),
      payInvoice: (invoice: string, card?: string) =>
        post<{ paid: boolean }>(`/stripe/invoices/${invoice}/pay`, card ? { card } : {}),
      end: (subscription: string, reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested') =>
        post(`/stripe/subscriptions/${subscription}/end`, { reason }),
      shift: (subscription: string, seconds: number) =>
        post(`/stripe/subscriptions/${subscription}/shift`, { seconds }),
    },
    paypal: {
      approve: (order: string, options: { funding?: 'balance' | 'declined' | 'pending'; email?: string } = {}) =>
        post(`/paypal/orders/${order}/approve`, options),
      expire: (order: string) => post(`/paypal/orders/${order}/expire`),
      tamper: (order: string, change: { value?: string; currency_code?: string; custom_id?: string }) =>
        post(`/paypal/orders/${order}/tamper`, change),
      refund: (id: string, amount?: PayPalAmount, options: { pending?: boolean } = {}) =>
        post('/paypal/refund', { id, amount, ...options }),
      settleRefund: (id: string, status: 'COMPLETED' | 'FAILED' | 'CANCELLED') =>
        post('/paypal/refund/settle', { id, status }),
      /** Keeps later refunds of this payment pending. */
      holdRefunds: (id: string) => post('/paypal/refund/hold', { id }),
      dispute: (
        id: string,
        options: { stage?: (typeof STAGES)[number]; reason?: string; amount?: PayPalAmount } = {},
      ) => post('/paypal/dispute', { id, ...options }),
      updateDispute: (id: string, by: { stage?: (typeof STAGES)[number]; status?: (typeof STATUSES)[number] }) =>
        post('/paypal/dispute/update', { id, ...by }),
      resolveDispute: (id: string, outcome: (typeof OUTCOMES)[number] | null, amount?: PayPalAmount) =>
        post('/paypal/dispute/resolve', { id, outcome, amount }),
      reverse: (id: string, amount?: PayPalAmount) => post('/paypal/reverse', { id, amount }),
      settle: (id: string, outcome: 'completed' | 'denied') => post('/paypal/settle', { id, outcome }),
      /** Forgets all PayPal-Request-Ids, so that repeated calls count as new. */
      forgetRequests: () => post('/paypal/forget-requests'),
      setPayoutItem: (id: string, status: ItemStatus) => post<Json[]>('/paypal/payouts-item', { id, status }),
    },
  };
}
