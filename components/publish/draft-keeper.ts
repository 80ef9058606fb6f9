import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { deleteDraft, putDraft } from './draft-transport';
import { forgetLocalDraft, readLocalDraft, writeLocalDraft } from './local-draft';

/**
 * Reasons why input is not being saved:
 *
 * - `waiting`: offline; the input is stored in this browser and sent on reconnection
 * - `signedOut`: the session has ended; the input is stored in this browser and sent after the next sign-in
 * - `conflict`: another tab or device has saved; nothing is sent until the person chooses
 * - `full`: there are too many drafts, or this one is too long
 */
const obstacles = ['waiting', 'signedOut', 'conflict', 'full'] as const;
type Obstacle = (typeof obstacles)[number];

/** `kept`: all input is saved; `saving`: some input is not saved yet. */
type SaveState = 'kept' | 'saving' | Obstacle;

/** The visible state of a draft. Its id is empty before the first input; its version is 0 before it is saved. */
export type ShownDraft = Identity & { draft: ProductDraft; base: string; state: SaveState; isRecovered: boolean };

type Identity = { id: string; version: number };

/** `held`: being sent to review; `over`: deleted, or turned into a revision. */
type Phase = 'open' | Obstacle | 'paused' | 'over';

const pauseMs = 700;
const retryMs = 5_000;

type Options = {
  /** Form key: one per product, and one for new products. */
  form: string;
  productId: string | null;
  /** The form without a draft, with its mark (`markOf`). */
  initial: { draft: ProductDraft; mark: string };
  /** The draft in the initial page. */
  kept: KeptDraft | null;
  /** Called with the id of a draft that was deleted, turned into a revision or lost. */
  onEnd?: (id: string) => void;
};

/**
 * Autosaves a draft: in the shop shortly after the last key, until then in this browser. Sends one request at a time.
 */
export class DraftKeeper {
  /** Called with the id of a draft once the shop has saved it. */
  onKept: (id: string) => void = () => {};

  readonly form: string;
  private readonly onEnd: (id: string) => void;
  private productId: string | null;
  private identity: Identity;
  private draft: ProductDraft;
  /** The product's mark at the start of the draft. */
  private base: string;
  private isRecovered: boolean;
  private phase: Phase = 'open';
  private isDirty = false;
  private sending: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  private shown: ShownDraft;

  constructor({ form, productId, initial, kept, onEnd = () => {} }: Options) {
    this.form = form;
    this.onEnd = onEnd;
    this.productId = productId;
    this.identity = { id: kept?.id ?? '', version: kept?.version ?? 0 };
    this.draft = kept?.draft ?? initial.draft;
    this.base = kept?.base ?? initial.mark;
    this.isRecovered = kept !== null;
    this.shown = this.toShow();
  }

  readonly read = (): ShownDraft => this.shown;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Returns the draft's id; starts a draft if there is none. */
  readonly begin = (): string => {
    if (!this.identity.id) this.change({});
    return this.identity.id;
  };

  readonly change = (part: Partial<ProductDraft>): void => {
    if (!this.identity.id) this.identity = { id: crypto.randomUUID(), version: 0 };
    if (this.phase === 'over') this.phase = 'open';
    this.draft = { ...this.draft, ...part };
    this.isDirty = true;
    this.writeLocal();
    this.notify();
    this.sendSoon(pauseMs);
  };

  /** True if some input is not saved in the shop. */
  hasUnkept(): boolean {
    return this.isDirty || this.phase === 'conflict';
  }

  /** True if this draft continues the page's: it is at least as new, or being edited. */
  continues({ id, version }: KeptDraft): boolean {
    return this.identity.id === id && (this.hasUnkept() || this.identity.version >= version);
  }

  /** Called when the form is left: sends unsaved input. A reopened form continues the draft. */
  readonly leave = (): void => {
    this.onKept = () => {};
    if (this.identity.id) this.isRecovered = true;
    this.notify();
    void this.send(true);
  };

  /** Restores input that only this browser has: typed offline, or just before the page was left. */
  readonly recover = (local = readLocalDraft(this.form)): void => {
    if (!local || this.isDirty || (this.identity.id && local.id !== this.identity.id)) return;
    this.identity = { id: local.id, version: local.version };
    this.base = local.base;
    this.isRecovered = true;
    this.change(local.draft);
  };

  /** Sends unsaved input; `isLeaving` keeps the request alive while the page unloads. */
  readonly send = async (isLeaving = false): Promise<void> => {
    clearTimeout(this.timer);
    const isStopped = this.phase === 'paused' || this.phase === 'over' || this.phase === 'conflict';
    if (!this.isDirty || isStopped) return;
    this.sending ??= this.put(isLeaving).finally(() => {
      this.sending = null;
    });
    await this.sending;
  };

  private async put(isLeaving: boolean): Promise<void> {
    const { draft, identity, base, productId } = this;
    this.phase = 'open';
    this.notify();
    const answer = await putDraft({ ...identity, productId, content: { draft, base } }, isLeaving);
    if (this.identity.id !== identity.id || this.isOver()) {
      // The draft ended during the request.
      if (answer.kind === 'kept') await deleteDraft(identity.id);
      return this.sendSoon(0);
    }
    switch (answer.kind) {
      case 'kept':
        this.identity = { ...identity, version: answer.version };
        this.isDirty = this.draft !== draft;
        if (!this.isDirty) forgetLocalDraft(this.form, this.identity.id);
        this.sendSoon(pauseMs);
        break;
      // "Keep mine" overwrites this version; a lost draft is created again.
      case 'changed':
        this.identity = { id: answer.id, version: answer.version };
        this.phase = 'conflict';
        break;
      case 'gone':
      case 'productGone':
        if (answer.kind === 'productGone') this.productId = null;
        this.onEnd(identity.id);
        this.identity = { id: crypto.randomUUID(), version: 0 };
        this.phase = 'conflict';
        break;
      case 'full':
        this.becomes('full');
        break;
      case 'signedOut':
        this.becomes('signedOut');
        this.sendSoon(retryMs);
        break;
      case 'failed':
        this.becomes('waiting');
        this.sendSoon(retryMs);
    }
    this.notify();
    if (answer.kind === 'kept' && identity.version === 0) this.onKept(identity.id);
  }

  /** Deletes the draft in the browser and in the shop, and resets the form. */
  readonly discard = ({ draft, mark }: Options['initial']): void => {
    const { id, version } = this.identity;
    this.end();
    if (version > 0) void deleteDraft(id);
    Object.assign(this, { identity: { id: '', version: 0 }, draft, base: mark, isRecovered: false });
    this.notify();
  };

  /** Drops the local state: the draft became a revision, or the page reopens with the saved one. */
  readonly end = (): void => {
    clearTimeout(this.timer);
    forgetLocalDraft(this.form, this.identity.id);
    this.phase = 'over';
    this.isDirty = false;
    this.onEnd(this.identity.id);
    this.notify();
  };

  /** Overwrites the other version with this one. */
  readonly keepMine = (): void => {
    this.phase = 'open';
    this.isDirty = true;
    void this.send();
  };

  /** Continues the draft although its product has changed. */
  readonly goOn = (mark: string): void => {
    this.base = mark;
    this.change({});
  };

  /**
   * Saves the draft, and pauses saving while it is sent to review.
   *
   * @returns the saved draft, and the product's mark at its start; null if another tab or device has saved: the person
   * chooses first
   */
  readonly pause = async (): Promise<(Identity & { base: string }) | null> => {
    if (this.sending) await this.sending;
    // Even without input, to notice a newer version of another device.
    this.isDirty = this.identity.id !== '';
    await this.send();
    if (this.phase === 'conflict') return null;
    clearTimeout(this.timer);
    forgetLocalDraft(this.form, this.identity.id);
    this.phase = 'paused';
    return { ...this.identity, base: this.base };
  };

  /** Resumes saving after a failed submission. */
  readonly resume = (): void => {
    if (this.phase === 'paused') this.phase = 'open';
    if (this.isDirty) this.writeLocal();
    void this.send();
  };

  /** Changes the phase, unless sending is paused. */
  private becomes(phase: Obstacle): void {
    if (this.phase === 'open') this.phase = phase;
  }

  // A method, because the phase may have changed during the request.
  private isOver(): boolean {
    return this.phase === 'over';
  }

  private sendSoon(afterMs: number): void {
    clearTimeout(this.timer);
    if (this.isDirty) this.timer = setTimeout(() => void this.send(), afterMs);
  }

  private writeLocal(): void {
    const { identity, base, draft } = this;
    writeLocalDraft(this.form, { ...identity, base, draft });
  }

  private toShow(): ShownDraft {
    const { identity, draft, base, isRecovered, phase } = this;
    const obstacle = obstacles.find((known) => known === phase);
    const state = obstacle ?? (this.isDirty ? 'saving' : 'kept');
    return { ...identity, draft, base, isRecovered, state };
  }

  private notify(): void {
    this.shown = this.toShow();
    for (const listener of this.listeners) listener();
  }
}
