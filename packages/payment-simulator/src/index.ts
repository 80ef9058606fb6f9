export type { PaymentsOptions } from './context.ts';
export type { FaultInput } from './faults/faults.ts';
export { startPayments } from './start.ts';
export { Store } from './store/store.ts';
