export const parts = ['cliente', 'creador', 'tienda'] as const;
export const requestKinds = ['pregunta', 'reembolso'] as const;
export const requestStates = ['abierta', 'contestada', 'cerrada'] as const;
export const refundReasons = ['no_funciona', 'no_es_lo_descrito', 'no_entregado', 'desistimiento', 'otro'] as const;
export const decisions = ['aceptada', 'rechazada'] as const;

/**
 * The refund rule to which the buyer agreed (docs/behaviour/orders.md, "Help"). `cancelable`: nothing was delivered
 * yet; `desistimiento` and `uncoins`: the right to withdraw; `entregado`: for a fault only.
 */
export const refundRules = [
  'cancelable',
  'desistimiento',
  'uncoins',
  'uncoins_tarde',
  'entregado',
  'gratis',
  'devuelto',
  'en_disputa',
  'sin_pago',
] as const;

/** A party to a thread: the person who asked, the creator of the product, or the team. */
export type Part = (typeof parts)[number];
export type RefundReason = (typeof refundReasons)[number];
export type RefundRule = (typeof refundRules)[number];

/** Kinds of requests: a question to the creator or to the shop, or a refund. */
export const topics = ['creador', 'tienda', 'reembolso'] as const;
export type Topic = (typeof topics)[number];

/** Lengths of a first message, of an answer, and of the answer to a refund request, in characters. */
export const textLengths = { least: 10, most: 2_000, decision: 500 } as const;

/** True if a refund can be requested by this rule. */
export const mayAskRefund = (rule: RefundRule | null): boolean =>
  rule === 'uncoins' || rule === 'desistimiento' || rule === 'entregado';

/** The page of a thread for a party to it. */
export const threadPath = (part: Part, id: string): string => `${deskPath[part]}/${id}`;

/** The list of threads of each party. */
export const deskPath: Record<Part, string> = {
  cliente: '/profile/help',
  creador: '/dashboard/help',
  tienda: '/dashboard-admin/help',
};
