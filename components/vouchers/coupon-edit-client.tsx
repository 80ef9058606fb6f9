'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { EditForm } from '@/components/panel/edit-form-client';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useMoneyText } from '@/components/ui/use-money-text';
import { categories, pathOfCategory } from '@/lib/catalog/categories';
import type { Edit, FieldValue, FormValues } from '@/lib/core/action/edit';
import { dayInSpain } from '@/lib/core/day';
import { formatCents, readEuros, toCents, writeEuros } from '@/lib/core/money';
import { shopCouponSale } from '@/lib/pricing/earnings';
import { deleteCoupon, editCoupon, saveCoupon } from '@/lib/vouchers/admin-action';
import { type Coupon, type CouponForm, couponScopes } from '@/lib/vouchers/admin-coupons';

type Name = keyof CouponForm;
type TextName = Exclude<Name, 'scope' | 'category' | 'firstPurchase'>;

const toForm = (coupon: Coupon | null, locale: string): CouponForm => ({
  code: coupon?.code ?? '',
  scope: coupon?.scope ?? 'tienda',
  product: coupon?.product ?? '',
  creator: coupon?.creator ?? '',
  category: coupon?.category ?? '',
  percent: coupon?.percent ? String(coupon.percent) : '',
  amount: coupon?.amountCents ? writeEuros(String(coupon.amountCents / 100), locale) : '',
  least: coupon?.leastCents ? writeEuros(String(coupon.leastCents / 100), locale) : '',
  starts: coupon?.startsAt ? dayInSpain(new Date(coupon.startsAt)) : '',
  expires: coupon?.expiresAt ? dayInSpain(new Date(coupon.expiresAt)) : '',
  maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
  maxPerPerson: coupon?.maxPerPerson ? String(coupon.maxPerPerson) : '',
  firstPurchase: coupon?.isFirstPurchase ?? false,
});

/** Omits hidden fields: a refusal of their earlier input would not be visible. */
function shownOf({ base, changes }: Edit<CouponForm>, loaded: CouponForm): Edit<CouponForm> {
  const { scope, firstPurchase } = { ...loaded, ...changes };
  const hidden = [
    scope !== 'producto' && 'product',
    scope !== 'creador' && 'creator',
    scope !== 'categoria' && 'category',
    firstPurchase && 'maxPerPerson',
  ];
  const keep = (values: Partial<CouponForm>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.some((other) => other === name)));
  return { base: keep(base), changes: keep(changes) };
}

const errors = ['code', 'product', 'creator', 'category', 'percent', 'euros', 'date', 'dates', 'count'] as const;
const isKnown = (text: string | undefined): text is (typeof errors)[number] => errors.some((known) => known === text);
const examplePrice = 1_000;

/** The person who pays for the coupon, with the amounts of an example. */
function WhoPays({ values, share }: { values: FormValues; share: number }) {
  const t = useTranslations('admin.couponList');
  const locale = useLocale();
  const percent = Number(values.percent) || null;
  const cents = toCents(readEuros(String(values.amount))) || null;
  const before = shopCouponSale(examplePrice, { percent: null, cents: 0 }, share);
  const after =
    percent || cents ? shopCouponSale(examplePrice, { percent, cents: percent ? null : cents }, share) : null;
  const money = (amount: number) => formatCents(amount, locale);
  return (
    <Notice tone="plain">
      <p className="font-semibold">{t('whoPays.title')}</p>
      <p>{t('whoPays.text', { share })}</p>
      {after && (
        <p>
          {t('whoPays.example', {
            price: money(examplePrice),
            paid: money(after.paidCents),
            creator: money(after.shareCents),
            creatorBefore: money(before.shareCents),
            shop: money(after.shopCents),
            shopBefore: money(before.shopCents),
          })}
        </p>
      )}
    </Notice>
  );
}

/** Creates, changes or deletes a coupon of the shop. The input survives closing the dialog. */
export function EditCoupon({ coupon, share }: { coupon: Coupon | null; share: number }) {
  const t = useTranslations('admin.couponList');
  const nav = useTranslations('nav');
  const panel = useTranslations('admin.edit');
  const locale = useLocale();
  const text = useMoneyText('admin.couponList.errors');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const loaded = toForm(coupon, locale);
  const [kind, setKind] = useState<'percent' | 'amount' | null>(null);

  function done() {
    setOpen(false);
    setKind(null);
    router.refresh();
  }

  const form = useEditForm({
    name: `coupon:${coupon?.id ?? 'new'}`,
    loaded,
    isNew: coupon === null,
    save: (typed) => {
      const edit = shownOf(typed, loaded);
      return coupon ? editCoupon({ id: coupon.id, edit }) : saveCoupon({ ...loaded, ...edit.changes });
    },
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: done,
  });
  const shown = kind ?? (form.values.amount ? 'amount' : 'percent');

  /** A conflicting value has the database's format. */
  function show(name: string, value: FieldValue): string | undefined {
    const scope = name === 'scope' && couponScopes.find((known) => known === value);
    if (scope) return t(`scopes.${scope}`);
    const category = name === 'category' && categories.find((known) => known === value);
    if (category) return nav(pathOfCategory(category));
    const isAmount = (name === 'amount' || name === 'least') && /^\d+(?:\.\d+)?$/.test(String(value));
    return isAmount ? writeEuros(String(value), locale) : undefined;
  }

  const wrong = (name: Name) => {
    const code = form.fieldErrors[name] ?? form.fieldErrors[`edit.${name}`];
    return isKnown(code) ? t(`wrong.${code}`) : undefined;
  };
  const input = (name: TextName) => ({
    ...form.field(name),
    label: t(name),
    hint: t(`hints.${name}`),
    error: wrong(name),
  });

  return (
    <>
      <Button variant={coupon ? 'secondary' : 'buy'} onClick={() => setOpen(true)}>
        {t(coupon ? 'edit' : 'create')}
      </Button>
      {open && (
        <Dialog title={t(coupon ? 'edit' : 'create')} closeLabel={t('close')} onClose={() => setOpen(false)}>
          <div className="mt-4 space-y-4">
            <EditForm
              form={form}
              label={(name) => t(name in loaded ? (name as Name) : 'code')}
              show={show}
              saveLabel={t('save')}
            >
              <Field {...input('code')} />
              <Select
                label={t('scope')}
                options={couponScopes.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
                {...form.field('scope')}
              />
              {form.values.scope === 'producto' && <Field {...input('product')} />}
              {form.values.scope === 'creador' && <Field {...input('creator')} />}
              {form.values.scope === 'categoria' && (
                <Select
                  label={t('category')}
                  options={[
                    { value: '', label: t('choose') },
                    ...categories.map((category) => ({ value: category, label: nav(pathOfCategory(category)) })),
                  ]}
                  {...form.field('category')}
                  error={wrong('category')}
                />
              )}
              <Check label={t('firstPurchase')} {...form.tick('firstPurchase')} />
              <Select
                label={t('kind')}
                name="kind"
                value={shown}
                options={(['percent', 'amount'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
                onChange={({ target }) => {
                  setKind(target.value === 'amount' ? 'amount' : 'percent');
                  form.revise(target.value === 'amount' ? 'percent' : 'amount', '');
                }}
              />
              {shown === 'percent' ? (
                <Field {...input('percent')} inputMode="numeric" />
              ) : (
                <Field {...input('amount')} inputMode="decimal" />
              )}
              <WhoPays values={form.values} share={share} />
              <Field {...input('least')} inputMode="decimal" />
              <Field {...input('starts')} type="date" />
              <Field {...input('expires')} type="date" />
              <Field {...input('maxUses')} inputMode="numeric" />
              {!form.values.firstPurchase && <Field {...input('maxPerPerson')} inputMode="numeric" />}
            </EditForm>
            {coupon && (
              <div className="grid">
                <ConfirmButton
                  action={deleteCoupon}
                  input={coupon.id}
                  label={t('delete')}
                  variant="danger"
                  question={{
                    title: t('deleteTitle', { code: coupon.code }),
                    text: t('deleteText'),
                    confirmLabel: t('deleteConfirm', { code: coupon.code }),
                    cancelLabel: panel('cancel'),
                    isDangerous: true,
                  }}
                  messages={text}
                  onDone={() => setOpen(false)}
                />
              </div>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
