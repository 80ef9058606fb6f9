export { startBalancer } from './balancer.ts';
export { commandOf, isAlive } from './command.ts';
export { createProgress, Hung, inTime, type Progress } from './deadline.ts';
export { endWithParent } from './end-with-parent.ts';
export { createLifecycle } from './lifecycle.ts';
export { findAnyPorts, findPorts } from './ports.ts';
export { createRandom, type Random } from './random.ts';
export { within } from './within.ts';
