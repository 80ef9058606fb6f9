// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetLinkedCoupon, useLinkedCoupon } from '@/components/catalog/product/use-linked-coupon';
import { cartPath, productLink } from '@/lib/catalog/offers';
import { parseBasket } from '@/lib/checkout';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => sessionStorage.clear());

let code: string | null = null;
function Buttons({ slug }: { slug: string }) {
  code = useLinkedCoupon(slug);
  return null;
}

async function couponAt(path: string, slug = 'torre') {
  history.replaceState(null, '', path);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Buttons slug={slug} />));
  await act(async () => root.unmount());
  return code;
}

it('the coupon of a link applies to its product only, also later in the visit', async () => {
  expect(await couponAt('/p/torre')).toBeNull();
  expect(await couponAt('/p/torre?cupon=FORJA20')).toBe('FORJA20');
  expect(await couponAt('/p/torre?edicion=oro')).toBe('FORJA20');
  expect(await couponAt('/p/mapa', 'mapa')).toBeNull();
  expect(await couponAt('/p/torre?cupon=OTRO')).toBe('OTRO');
  forgetLinkedCoupon('torre');
  expect(await couponAt('/p/torre')).toBeNull();
});

it('the coupon of the first page of a visit applies, unless it was refused or of another product', async () => {
  const began = (name: string) => vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ name }] as never);
  began('https://shop.test/plugins?cupon=VERANO');
  expect(await couponAt('/p/torre')).toBe('VERANO');
  expect(await couponAt('/p/mapa?cupon=OTRO', 'mapa')).toBe('OTRO');
  forgetLinkedCoupon('torre');
  expect(await couponAt('/p/torre')).toBeNull();
  began('https://shop.test/p/mapa?cupon=FORJA20');
  expect(await couponAt('/p/cueva', 'cueva')).toBeNull();
  for (const page of ['cart', 'checkout']) {
    began(`https://shop.test/${page}?producto=mapa&cupon=FORJA20&cancelado=1`);
    expect(await couponAt('/p/cueva', 'cueva')).toBeNull();
  }
  began('https://shop.test/account/Cartero?cupon=VERANO');
  expect(await couponAt('/p/cueva', 'cueva')).toBe('VERANO');
  began('https://shop.test/cart?producto=mapa&cupon=FORJA20');
  vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://shop.test/plugins?cupon=VERANO');
  expect(await couponAt('/p/cueva', 'cueva')).toBe('VERANO');
  vi.restoreAllMocks();
});

it('the coupon of a link applies to the current page if the browser blocks storage', async () => {
  const blocked = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked');
  });
  expect(await couponAt('/p/torre?cupon=FORJA20')).toBe('FORJA20');
  blocked.mockRestore();
});

it.each(['FORJA20', 'A&B=C', 'ñandú-10'])('the coupon of a link reaches the cart unchanged: %s', (code) => {
  const link = new URL(productLink('https://shop.test', 'torre', code));
  expect(link.searchParams.get('cupon')).toBe(code);
  const cart = new URL(cartPath('torre', { editionId: null }, code), link);
  expect(parseBasket(Object.fromEntries(cart.searchParams))?.coupon).toBe(code);
});
