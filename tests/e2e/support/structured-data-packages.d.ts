declare module '@marbec/web-auto-extractor' {
  export type Extracted = { jsonld: Record<string, object[]>; errors: object[] };
  export default class WebAutoExtractor {
    parse(html: string): Extracted;
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor';

  type Step = { property?: string; type?: string; index?: number };
  export type Issue = { rootType: string; issueMessage: string; severity: 'ERROR' | 'WARNING'; path?: Step[] };
  export default class Validator {
    validate(found: Extracted): Promise<Issue[]>;
  }
}
