import type { Scope } from '@/lib/api/scopes';

type Name<Text extends string> = Text extends `${infer What}:${infer May}` ? `scope.${What}_${May}` : never;

/** The message that says what a scope allows. */
export const scopeMessage = (scope: Scope): Name<Scope> => `scope.${scope.replace(':', '_')}` as Name<Scope>;
