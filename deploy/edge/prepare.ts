import { lend } from './edge.ts';
import { countImmediates, perRequest, RequestMap, runStages } from './request-scope.ts';

countImmediates();
lend({ perRequest, RequestMap, runStages });
