import 'server-only';
import { admitEmailDomains, forgetAttempts } from '@/lib/account/chores';
import { countRelated } from '@/lib/catalog/count-related';
import { followFeatured } from '@/lib/catalog/featured';
import { levelSearch } from '@/lib/catalog/search-levels';
import { forgetWords } from '@/lib/catalog/search-words';
import { reconcileClub } from '@/lib/club/reconcile';
import { messageOf } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { observe } from '@/lib/core/telemetry/observe';
import { checkBooksByNight } from '@/lib/jobs/check-books';
import { closeDays, foldFigures } from '@/lib/jobs/close-days';
import { tellCreators } from '@/lib/jobs/creator-news';
import { followSettings } from '@/lib/jobs/follow-settings';
import { inTurn } from '@/lib/jobs/turn';
import { sendMailsOfJob } from '@/lib/mail/server';
import { tellFavourites } from '@/lib/notifications/favourites';
import { writeAnnouncements } from '@/lib/notifications/write-announcements';
import { deliverGifts } from '@/lib/orders/gifts/deliver';
import { issuePendingInvoices } from '@/lib/orders/invoices/pending';
import { announceReleases } from '@/lib/orders/releases';
import { finishEvidence } from '@/lib/payments/evidence';
import { finishPayouts } from '@/lib/payments/payouts';
import { reconcilePayments } from '@/lib/payments/reconcile';
import { finishRefunds } from '@/lib/payments/refunds';
import { catchUpReversals } from '@/lib/payments/reversals';
import { followOffers } from '@/lib/publish/offer-chore';
import { sweepFiles, sweepPictures } from '@/lib/storage/sweep';
import { catchUpEvents, isCatchingUpRestored } from '@/lib/webhooks/catch-up';

type Chores = Record<string, () => Promise<unknown>>;

/**
 * The chores of the ten-minute job by the turn in which a node does them, in their order. Each is safe to repeat, and to
 * run twice at once. Payments have a turn of their own, so that what was paid waits for no event that was missed, no mail
 * and no payout of a job that is still under way.
 */
const turns = {
  cobros: { pagos: reconcilePayments },
  tareas: {
    ajustes: followSettings,
    ofertas: followOffers,
    destacados: followFeatured,
    reembolsos: finishRefunds,
    reversiones: catchUpReversals,
    respuestas: finishEvidence,
    retiros: finishPayouts,
    facturas: issuePendingInvoices,
    regalos: deliverGifts,
    reservas: announceReleases,
    club: reconcileClub,
    novedades: tellCreators,
    favoritos: tellFavourites,
    anuncios: writeAnnouncements,
    correos: sendMailsOfJob,
    cifras: closeDays,
    sumas: foldFigures,
    libros: checkBooksByNight,
    relacionados: countRelated,
    busqueda: levelSearch,
    palabras: forgetWords,
    imagenes: sweepPictures,
    archivos: sweepFiles,
    dominios: admitEmailDomains,
    intentos: forgetAttempts,
  },
  eventos: { eventos: catchUpEvents },
} satisfies Record<string, Chores>;

type Turn = keyof typeof turns;

/**
 * Missed events come last: there may be more of them than a host allows a request the time for, and refunds, payouts and
 * mails wait for none of them. In a restored shop they come before: a payment that was disputed since its backup may be a
 * reason against a payout or a gift, and each run of it gets further.
 */
const inOrder: Turn[] = ['cobros', 'tareas', 'eventos'];
const inOrderOfRestored: Turn[] = ['cobros', 'eventos', 'tareas'];

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
  /** The answer of each chore; `null` for one that failed. */
  done: Record<string, unknown>;
  /** Whether a node is doing a part of the job already, which was left to it. */
  isPartial: boolean;
};

/**
 * Runs every chore, one after the other (docs/architecture.md, "Jobs"). One that fails does not stop the others.
 *
 * @throws when the database does not say whose turn it is, or whether the shop was restored
 */
export async function doChores(): Promise<Run> {
  const run: Run = { done: {}, isPartial: false };
  for (const turn of (await isCatchingUpRestored()) ? inOrderOfRestored : inOrder) {
    const done = await inTurn(turn, () => doEach(turns[turn]));
    if (done) Object.assign(run.done, done);
    else run.isPartial = true;
  }
  return run;
}
