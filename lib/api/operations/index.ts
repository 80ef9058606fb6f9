import 'server-only';
import type { Operation } from '../operation';
import { createCoupon, listCoupons, stopCoupon } from './coupons';
import { activateLicense, deactivateLicense, validateLicense } from './licences';
import { getBalance, getKey, listSales } from './money';
import { checkOwner, getProduct, listProducts } from './products';
import { createUpload, createVersion } from './versions';

/** Every operation of the API, in the order of its description. */
export const operations: readonly Operation[] = [
  getKey,
  listProducts,
  getProduct,
  createUpload,
  createVersion,
  checkOwner,
  listSales,
  listCoupons,
  createCoupon,
  stopCoupon,
  getBalance,
  validateLicense,
  activateLicense,
  deactivateLicense,
];
