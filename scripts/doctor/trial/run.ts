import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Finding, findingsOf, messageOf } from '../finding.ts';
import { openProject, type Project } from './project.ts';
import { listSteps, type Visitor } from './steps.ts';

const { ok, missing } = findingsOf('trial');

export type TrialOptions = {
  siteUrl: string;
  supabaseUrl: string;
  secretKey: string;
  /** Mailbox for the trial: the account gets an address of it, `name+doctor…@`. */
  mailbox: string;
  /** `user:password` of the proxy in front of the shop. */
  access?: string | undefined;
  /** Runs the trial although the shop has orders of today. */
  anyway: boolean;
  /** Aborts the trial; everything that it has created is still deleted. */
  signal: AbortSignal;
};

function createVisitor(mailbox: string): Visitor {
  const id = randomBytes(5).toString('hex');
  const [name, domain] = mailbox.toLowerCase().split('@');
  const email = `${name?.split('+')[0]}+doctor${id}@${domain}`;
  const password = `Aa1-${randomBytes(12).toString('base64url')}`;
  return { email, username: `doctor_${id}`, password, id: null, file: null };
}

const timed = async (work: () => Promise<unknown>): Promise<{ seconds: string; error?: unknown }> => {
  const begun = performance.now();
  const error = await work().then(
    () => undefined,
    (problem: unknown) => problem ?? new Error('failed'),
  );
  return { seconds: `${((performance.now() - begun) / 1000).toFixed(1)} s`, ...(error ? { error } : {}) };
};

/** Finds the account of an interrupted registration, which may still be in progress. */
async function findLate(project: Project, { id, email }: Visitor): Promise<string | null> {
  let found = id;
  for (let attempts = 0; !found && attempts < 10; attempts += 1) {
    if (attempts > 0) await delay(300);
    found = await project.findUser(email);
  }
  return found;
}

/** Deletes everything that the trial created. */
async function cleanUp(project: Project, visitor: Visitor): Promise<Finding> {
  const { email, file } = visitor;
  const { seconds, error } = await timed(async () => {
    if (file) await project.removeFile(file);
    const id = await findLate(project, visitor);
    if (id) await project.deleteUser(id);
  });
  if (!error) return ok(`everything is deleted again (${seconds})`);
  return missing(`not everything is deleted: ${messageOf(error)} (${seconds})`, {
    why: `the account ${email}${file ? ` and the file descargas/${file}` : ''} may still be there`,
    fix: 'delete the user in the dashboard (Authentication, Users), and the file (Storage)',
  });
}

/**
 * Runs the steps of a first customer and a first creator, with an account that is deleted afterwards, even after a
 * failure.
 */
export async function tryShop(options: TrialOptions): Promise<Finding[]> {
  const { siteUrl, supabaseUrl, secretKey, mailbox, access, anyway, signal } = options;
  const project = openProject(supabaseUrl, secretKey, signal);
  const asked = await timed(async () => {
    const orders = anyway ? 0 : await project.countRecentOrders();
    if (orders > 0) throw new Error(`${orders} orders are younger than a day`);
  });
  if (asked.error) {
    return [
      missing(`not tried: ${messageOf(asked.error)}`, {
        why: 'a shop with customers is not for trials',
        fix: 'try it on staging, or run it again with --anyway',
      }),
    ];
  }
  const visitor = createVisitor(mailbox);
  const findings: Finding[] = [];
  for (const step of listSteps({ site: siteUrl, access, project, visitor, signal })) {
    const { seconds, error } = await timed(step.run);
    if (!error) {
      findings.push(ok(`${step.what} (${seconds})`));
      continue;
    }
    const reason = signal.aborted ? 'interrupted' : messageOf(error);
    findings.push(missing(`${step.what}: ${reason} (${seconds})`, { why: step.why, fix: step.fix }));
    break;
  }
  // With another client, which an interruption does not abort.
  const end = openProject(supabaseUrl, secretKey, AbortSignal.timeout(60_000));
  return [...findings, await cleanUp(end, visitor)];
}
