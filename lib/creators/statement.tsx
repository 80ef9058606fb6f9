import 'server-only';
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { formatCents } from '@/lib/core/money';
import { Breakable } from '@/lib/core/pdf/breakable';
import { loadTypeface, typeface } from '@/lib/core/pdf/typeface';
import type { StatementLine } from './statement-lines';
import type { StatementBalance } from './types';

const styles = StyleSheet.create({
  page: { padding: 40, fontSize: 10, fontFamily: typeface },
  title: { fontSize: 20, fontWeight: 700, marginBottom: 4 },
  note: { color: '#555555', marginBottom: 18 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#cccccc', paddingVertical: 5 },
  date: { width: 90 },
  what: { flexGrow: 1, flexBasis: 0 },
  amount: { width: 80, textAlign: 'right' },
  total: { flexDirection: 'row', paddingTop: 10, fontWeight: 700 },
  debt: { paddingTop: 10 },
});

type Texts = {
  title: string;
  subtitle: string;
  total: string;
  opening: string;
  closing: string;
  /** Shown when the closing balance is below zero. */
  debt: string;
  concept: (line: StatementLine) => string;
  /** A day, `YYYY-MM-DD`. */
  date: (day: string) => string;
};

/**
 * A month of a creator's money as a PDF: the opening balance, its lines, and the closing balance, which may be a
 * debt.
 */
export async function renderStatement(
  lines: StatementLine[],
  balance: StatementBalance,
  locale: string,
  texts: Texts,
): Promise<Buffer> {
  const printable = await loadTypeface();
  const sums = [
    [texts.total, balance.closingCents - balance.openingCents],
    [texts.closing, balance.closingCents],
  ] as const;
  return renderToBuffer(
    <Document title={texts.title} author="UnStore">
      <Page size="A4" style={styles.page}>
        <Text style={styles.title}>{texts.title}</Text>
        <Breakable style={styles.note}>{printable(texts.subtitle)}</Breakable>
        <View style={styles.row}>
          <Text style={styles.what}>{texts.opening}</Text>
          <Text style={styles.amount}>{formatCents(balance.openingCents, locale)}</Text>
        </View>
        {lines.map((line) => (
          <View key={line.id} style={styles.row} wrap={false}>
            <Text style={styles.date}>{texts.date(line.day)}</Text>
            <Breakable style={styles.what}>{printable(texts.concept(line))}</Breakable>
            <Text style={styles.amount}>{formatCents(line.cents, locale)}</Text>
          </View>
        ))}
        {sums.map(([name, cents]) => (
          <View key={name} style={styles.total}>
            <Text style={styles.what}>{name}</Text>
            <Text style={styles.amount}>{formatCents(cents, locale)}</Text>
          </View>
        ))}
        {balance.closingCents < 0 && <Text style={styles.debt}>{texts.debt}</Text>}
      </Page>
    </Document>,
  );
}
