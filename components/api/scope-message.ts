import type { Scope } from '@/lib/api/scopes';

const messages = {
  'products:read': 'scope.products_read',
  'products:write': 'scope.products_write',
  'sales:read': 'scope.sales_read',
  'owners:read': 'scope.owners_read',
  'coupons:read': 'scope.coupons_read',
  'coupons:write': 'scope.coupons_write',
  'balance:read': 'scope.balance_read',
} as const satisfies Record<Scope, string>;

/** The message that describes a scope. */
export const scopeMessage = (scope: Scope) => messages[scope];
