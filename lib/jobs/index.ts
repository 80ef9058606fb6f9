import 'server-only';
import { admitEmailDomains, forgetAttempts, forgetUnconfirmed } from '@/lib/account/chores';
import { countRelated } from '@/lib/catalog/count-related';
import { followFeatured } from '@/lib/catalog/featured';
import { levelSearch } from '@/lib/catalog/search-levels';
import { forgetWords } from '@/lib/catalog/search-words';
import { reconcileClub } from '@/lib/club/reconcile';
import { messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { observe } from '@/lib/core/telemetry/observe';
import { sendHooksOfJob } from '@/lib/hooks/send';
import { checkBooksByNight } from '@/lib/jobs/check-books';
import { closeDays, foldFigures } from '@/lib/jobs/close-days';
import { notifyCreators } from '@/lib/jobs/creator-news';
import { followSettings } from '@/lib/jobs/follow-settings';
import { inTurn } from '@/lib/jobs/turn';
import { sendMailsOfJob } from '@/lib/mail/server';
import { notifyFavourites, notifyStock } from '@/lib/notifications/favourites';
import { writeAnnouncements } from '@/lib/notifications/write-announcements';
import { deliverGifts, followGiftLinks } from '@/lib/orders/gifts/deliver';
import { issuePendingInvoices } from '@/lib/orders/invoices/pending';
import { announceReleases } from '@/lib/orders/releases';
import { finishEvidence } from '@/lib/payments/evidence';
import { finishPayouts } from '@/lib/payments/payouts';
import { reconcilePayments } from '@/lib/payments/reconcile';
import { finishRefunds } from '@/lib/payments/refunds';
import { catchUpReversals } from '@/lib/payments/reversals';
import { followOffers } from '@/lib/publish/offer-chore';
import { notifyOfPosts } from '@/lib/publish/posts/chore';
import { inspectFiles } from '@/lib/safety/chore';
import { followQuarantines } from '@/lib/safety/pages';
import { followServers } from '@/lib/servers/chores';
import { sweepEvidence, sweepFiles, sweepPictures } from '@/lib/storage/sweep';
import { catchUpEvents, isCatchingUpRestored } from '@/lib/webhooks/catch-up';

type Chores = Record<string, () => Promise<unknown>>;

/**
 * The chores of the ten-minute job by turn, in their order. Each is idempotent and may run twice at once. Payments have a
 * turn of their own, so that they wait for no missed event, mail or payout of a run that is still in progress. So do scans,
 * because one large file can take half an hour.
 * `npm run generate` writes the table of docs/architecture.md from the comments.
 */
const turns = {
  cobros: {
    /**
     * closes payment pages whose goods are no longer for sale, asks the providers about every open payment, and opens cases
     * for unclear ones
     */
    pagos: reconcilePayments,
  },
  tareas: {
    /** regenerates pages after a change of the Club discount */
    ajustes: followSettings,
    /** applies offers that began or ended, and regenerates their pages */
    ofertas: followOffers,
    /** regenerates the home page when a featured product begins or ends */
    destacados: followFeatured,
    /** regenerates the pages of products when the quarantine of a file begins or ends */
    cuarentenas: followQuarantines,
    /** completes unfinished refunds */
    reembolsos: finishRefunds,
    /** asks the providers for refunds and disputes whose events were lost */
    reversiones: catchUpReversals,
    /** sends dispute answers whose result is unknown */
    respuestas: finishEvidence,
    /** sends approved withdrawals, asks about pending ones and those settled in the last 90 days */
    retiros: finishPayouts,
    /** issues invoices that waited for the seller's data */
    facturas: issuePendingInvoices,
    /** delivers gifts that are due */
    regalos: deliverGifts,
    /** mails links of gifts on their day, and converts uncollected gifts into UnCoins of their givers after three months */
    enlaces: followGiftLinks,
    /** notifies owners of reservations about a release */
    reservas: announceReleases,
    /** queues the commands of released reservations for game servers, expires old ones, and mails creators of silent servers */
    servidores: followServers,
    /** checks memberships past their paid time, ends them, grants coins, carries out cancellations */
    club: reconcileClub,
    /** notifies creators of sales, and writes yesterday's summaries */
    novedades: notifyCreators,
    /** notifies people about changes of their favourites */
    favoritos: notifyFavourites,
    /** notifies people who asked for it that a sold-out product can be bought again */
    existencias: notifyStock,
    /** queues announcement mails, as many as the outbox has room for */
    anuncios: writeAnnouncements,
    /** notifies followers and owners of new posts of creators, as many as the outbox has room for */
    publicaciones: notifyOfPosts,
    /** sends the mails of the outbox; fails if not one could be sent */
    correos: sendMailsOfJob,
    /** sends due webhooks of creators, and deletes events older than 30 days */
    webhooks: sendHooksOfJob,
    /** closes the daily figures of past days */
    cifras: closeDays,
    /** compacts the rows that sales and views add to creators' figures and balances */
    sumas: foldFigures,
    /** checks the ledger invariants once a night (docs/payments.md, "Ledger invariants") */
    libros: checkBooksByNight,
    /** counts which products the buyers of a product also own */
    relacionados: countRelated,
    /** assigns products to search levels by their views, once a day */
    busqueda: levelSearch,
    /** deletes search words that no product uses, once a day */
    palabras: forgetWords,
    /** deletes unused portraits */
    imagenes: sweepPictures,
    /** deletes files that were removed from dispute answers, and those of decided disputes a year after they were opened */
    pruebas: sweepEvidence,
    /** checks 200 more files of creators, and deletes up to 50 that were unused for thirty days (docs/decisions/0011) */
    archivos: sweepFiles,
    /** writes the allowed mail domains to the database */
    dominios: admitEmailDomains,
    /**
     * deletes old attempts, known browsers and permissions, data of ended sessions, contents of mails after ninety days, and
     * notifications after a year
     */
    intentos: forgetAttempts,
    /** deletes accounts whose address was not confirmed within seven days */
    altas: forgetUnconfirmed,
  },
  eventos: {
    /**
     * processes Stripe events of three days whose webhook did not arrive; in a restored shop, all events of both providers
     * since the backup
     */
    eventos: catchUpEvents,
  },
  archivos: {
    /** reads each file that is on sale or waits for review once, and has it scanned again with new signatures */
    seguridad: inspectFiles,
  },
} satisfies Record<string, Chores>;

type Turn = keyof typeof turns;

/**
 * Missed events come late: they may exceed the time limit of a host, and refunds, payouts and mails must not wait for
 * them. Scans of files come last. In a restored shop, events come directly after the payments, because a dispute since the
 * backup may block a payout or a gift; each run continues where the last one stopped.
 */
const inOrder: Turn[] = ['cobros', 'tareas', 'eventos', 'archivos'];
const inOrderOfRestored: Turn[] = ['cobros', 'eventos', 'tareas', 'archivos'];

async function doEach(chores: Chores): Promise<Record<string, unknown>> {
  const done: Record<string, unknown> = {};
  for (const [name, chore] of Object.entries(chores)) {
    try {
      done[name] = await observe<unknown>({ kind: 'job', chore: name }, chore);
    } catch (error) {
      done[name] = null;
      log.error({ chore: name, error: messageOf(error) }, 'a chore failed');
    }
  }
  return done;
}

type Run = {
  /** The result of each job; `null` if it failed. */
  done: Record<string, unknown>;
  /** True if another run is doing a part of the work. */
  isPartial: boolean;
  /** False if another run is doing more than scans of files, which can take longer than the time between runs. */
  isToBeNoted: boolean;
};

/**
 * Runs all jobs one after the other (docs/architecture.md, "Jobs"). A failing one does not stop the others.
 *
 * @throws if the database does not answer about locks or the restore
 */
export async function doChores(): Promise<Run> {
  const run: Run = { done: {}, isPartial: false, isToBeNoted: true };
  for (const turn of (await isCatchingUpRestored()) ? inOrderOfRestored : inOrder) {
    const done = await inTurn(turn, () => doEach(turns[turn]));
    if (done) {
      Object.assign(run.done, done);
      continue;
    }
    run.isPartial = true;
    if (turn !== 'archivos') run.isToBeNoted = false;
  }
  return run;
}
