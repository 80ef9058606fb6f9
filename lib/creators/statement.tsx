import 'server-only';
import { Document, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { formatCents } from '@/lib/money';
import type { Movement } from './types';

const styles = StyleSheet.create({
  page: { padding: 40, fontSize: 10, fontFamily: 'Helvetica' },
  title: { fontSize: 20, fontFamily: 'Helvetica-Bold', marginBottom: 4 },
  note: { color: '#555555', marginBottom: 18 },
  row: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#cccccc', paddingVertical: 5 },
  date: { width: 90 },
  what: { flexGrow: 1, flexBasis: 0 },
  amount: { width: 80, textAlign: 'right' },
  total: { flexDirection: 'row', paddingTop: 10, fontFamily: 'Helvetica-Bold' },
});

type Texts = {
  title: string;
  subtitle: string;
  total: string;
  concept: (movement: Movement) => string;
  date: (iso: string) => string;
};

/** A month of a creator's money as a PDF: every movement, and what was left of it. */
export function renderStatement(movements: Movement[], locale: string, texts: Texts): Promise<Buffer> {
  const total = movements.reduce((sum, { cents }) => sum + cents, 0);
  return renderToBuffer(
    <Document title={texts.title} author="UnStore">
      <Page size="A4" style={styles.page}>
        <Text style={styles.title}>{texts.title}</Text>
        <Text style={styles.note}>{texts.subtitle}</Text>
        {movements.map((movement) => (
          <View key={movement.id} style={styles.row} wrap={false}>
            <Text style={styles.date}>{texts.date(movement.createdAt)}</Text>
            <Text style={styles.what}>{texts.concept(movement)}</Text>
            <Text style={styles.amount}>{formatCents(movement.cents, locale)}</Text>
          </View>
        ))}
        <View style={styles.total}>
          <Text style={styles.what}>{texts.total}</Text>
          <Text style={styles.amount}>{formatCents(total, locale)}</Text>
        </View>
      </Page>
    </Document>,
  );
}
