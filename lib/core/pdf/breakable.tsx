import 'server-only';
import { Text, View } from '@react-pdf/renderer';
import type { ComponentProps } from 'react';
import { graphemes } from '../graphemes';

/** Characters; longer words may not fit into a line of a narrow column. */
const longest = 20;
const piece = 5;

/** Splits a word into pieces between which a line may break. */
function piecesOf(word: string): string[] {
  const signs = Array.from(graphemes.segment(word), ({ segment }) => segment);
  if (signs.length <= longest) return [word];
  return Array.from({ length: Math.ceil(signs.length / piece) }, (_, at) =>
    signs.slice(at * piece, (at + 1) * piece).join(''),
  );
}

const wrapped = { flexDirection: 'row', flexWrap: 'wrap' } as const;

type Props = { children: string; style?: ComponentProps<typeof View>['style'] };

/** A text that somebody has written. A word that does not fit is broken, without inserting a hyphen. */
export function Breakable({ children, style = {} }: Props) {
  const words = children.split(/(?<= )/);
  const pieces = words.flatMap(piecesOf);
  if (pieces.length === words.length) return <Text style={style}>{children}</Text>;
  return (
    <View style={style}>
      <View style={wrapped}>
        {pieces.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text that never changes
          <Text key={at}>{text}</Text>
        ))}
      </View>
    </View>
  );
}
