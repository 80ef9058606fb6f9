import 'server-only';
import { asksForPage } from '@/lib/core/cache/answers/page-request';
import { answerAheadOfNext } from '@/lib/core/request/ahead-of-next';

/** The address of the payment step of a product without a coupon and for oneself, as the shop's pages write it. */
const address = /^\/checkout\?producto=[\w-]+(?:&edicion=[\w-]+)?$/;

/**
 * Answers the payment step ahead of Next.js where the page of somebody else comes out the same
 * (docs/decisions/0037-a-payment-step-is-rendered-once-for-many.md). Gifts, coupons and bundles are rendered for
 * each.
 *
 * @param isClosed whether other pages stand in for those of the shop now
 */
export const answerPaymentStepAhead = (isClosed: () => Promise<boolean>): void =>
  answerAheadOfNext('/checkout', async (request, response, pass) => {
    const { url = '', headers } = request;
    if (!address.test(url) || !asksForPage(request) || !headers.cookie?.includes('sb-')) return pass();
    // Where that cannot be known, the gates find out.
    if (await isClosed().catch(() => true)) return pass();
    // A server that starts need not read the clients of the database before it answers.
    const { answerPaymentStep } = await import('./answer-payment-step');
    return answerPaymentStep(request, response, pass);
  });
