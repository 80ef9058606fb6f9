import 'server-only';
import { Document, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer';
import { withEdition } from '@/lib/catalog/with-edition';
import { formatterFor } from '@/lib/core/i18n/formatter';
import { formatCents } from '@/lib/core/money';
import { Breakable } from '@/lib/core/pdf/breakable';
import { loadTypeface, typeface } from '@/lib/core/pdf/typeface';
import type { Invoice } from './types';

// Ink, muted, line and accent of the light theme as plain values, because a PDF has no custom properties.
const ink = '#14182b';
const muted = '#525a75';
const line = '#d5d9e8';
const accent = '#4a2edb';

const styles = StyleSheet.create({
  page: { padding: 48, fontSize: 10, fontFamily: typeface, color: ink, lineHeight: 1.4 },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 36 },
  brand: { flexDirection: 'row', alignItems: 'center', gap: 8 },
  name: { fontSize: 18, fontWeight: 700, lineHeight: 1.2 },
  document: { alignItems: 'flex-end' },
  // An inherited line height is computed for the small text, so larger text would overlap the next line.
  title: { fontSize: 20, fontWeight: 700, lineHeight: 1.2, marginBottom: 4 },
  number: { color: muted },
  parties: { flexDirection: 'row', gap: 36, marginBottom: 30 },
  party: { flexGrow: 1, flexBasis: 0 },
  label: { color: muted, fontSize: 8, marginBottom: 3, textTransform: 'uppercase' },
  strong: { fontWeight: 700 },
  row: { flexDirection: 'row', paddingVertical: 7, borderBottomWidth: 0.75, borderBottomColor: line },
  what: { flexGrow: 1, flexBasis: 0 },
  amount: { width: 110, textAlign: 'right' },
  sums: { alignSelf: 'flex-end', width: 250, marginTop: 14 },
  sum: { flexDirection: 'row', justifyContent: 'space-between', paddingVertical: 3 },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    marginTop: 6,
    paddingTop: 8,
    borderTopWidth: 1.5,
    borderTopColor: accent,
    fontSize: 13,
    fontWeight: 700,
  },
  consent: { marginTop: 28, color: muted, fontSize: 8 },
  foot: { position: 'absolute', left: 48, right: 48, bottom: 36, color: muted, fontSize: 8 },
});

export type InvoiceTexts = (key: string, values?: Record<string, string>) => string;

function Logo() {
  return (
    <Svg width={26} height={26} viewBox="0 0 32 32">
      <Path d="M16 1 29 8.5v15L16 31 3 23.5v-15Z" fill={accent} />
      <Path d="M11 11v6a5 5 0 0 0 10 0v-6" stroke="#ffffff" strokeWidth={3} fill="none" />
    </Svg>
  );
}

/** The invoice as a PDF. The same invoice always has the same bytes: every date in it is the date of issue. */
export async function renderInvoice(invoice: Invoice, t: InvoiceTexts): Promise<Buffer> {
  const printable = await loadTypeface();
  const issued = new Date(invoice.issuedAt);
  const format = formatterFor(invoice.locale);
  const money = (value: number) => formatCents(value, invoice.locale);
  const title = t(invoice.rectifies ? 'rectifying' : 'title');
  const name = withEdition(invoice.concept, invoice.edition);
  return renderToBuffer(
    <Document
      title={`${title} ${invoice.number}`}
      author={invoice.seller.name}
      creationDate={issued}
      modificationDate={issued}
    >
      <Page size="A4" style={styles.page}>
        <View style={styles.head}>
          <View style={styles.brand}>
            <Logo />
            <Text style={styles.name}>UnStore</Text>
          </View>
          <View style={styles.document}>
            <Text style={styles.title}>{title}</Text>
            <Text style={styles.number}>{invoice.number}</Text>
            <Text style={styles.number}>
              {format.dateTime(issued, { day: 'numeric', month: 'long', year: 'numeric' })}
            </Text>
            {invoice.rectifies && <Text style={styles.number}>{t('rectifies', { number: invoice.rectifies })}</Text>}
            {invoice.undoes && <Text style={styles.number}>{t('undoes', { number: invoice.undoes })}</Text>}
          </View>
        </View>
        <View style={styles.parties}>
          <View style={styles.party}>
            <Text style={styles.label}>{t('seller')}</Text>
            <Breakable style={styles.strong}>{printable(invoice.seller.name)}</Breakable>
            <Text>{t('taxId', { id: invoice.seller.taxId })}</Text>
            <Breakable>{printable(invoice.seller.address)}</Breakable>
          </View>
          <View style={styles.party}>
            <Text style={styles.label}>{t('buyer')}</Text>
            <Breakable style={styles.strong}>{printable(invoice.buyer.name)}</Breakable>
            {invoice.buyer.email && <Breakable>{printable(invoice.buyer.email)}</Breakable>}
          </View>
        </View>
        <View style={styles.row}>
          <Breakable style={[styles.what, styles.strong]}>{printable(name)}</Breakable>
        </View>
        {invoice.lines.map((item) => (
          <View key={item.concept} style={styles.row}>
            <Breakable style={styles.what}>
              {printable(t(`lines.${item.concept}`, { percent: String(item.percent ?? ''), name: item.name ?? '' }))}
            </Breakable>
            <Text style={styles.amount}>{money(item.cents)}</Text>
          </View>
        ))}
        <View style={styles.sums}>
          <View style={styles.sum}>
            <Text>{t('base')}</Text>
            <Text>{money(invoice.baseCents)}</Text>
          </View>
          <View style={styles.sum}>
            <Text>{t('vat', { percent: String(invoice.vatPercent) })}</Text>
            <Text>{money(invoice.vatCents)}</Text>
          </View>
          <View style={styles.total}>
            <Text>{t('total')}</Text>
            <Text>{money(invoice.totalCents)}</Text>
          </View>
        </View>
        {invoice.consent && !invoice.rectifies && (
          <Text style={styles.consent}>
            {t('consent', {
              date: format.dateTime(new Date(invoice.consent.at), { dateStyle: 'long', timeStyle: 'short' }),
              version: invoice.consent.version,
            })}
          </Text>
        )}
        <Text style={styles.foot}>
          {t(invoice.rectifies ? 'footerRectifying' : 'footer', {
            method: t(`methods.${invoice.method}`),
            number: invoice.number,
          })}
        </Text>
      </Page>
    </Document>,
  );
}
