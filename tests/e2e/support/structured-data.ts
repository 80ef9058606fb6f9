import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

export type StructuredData = { types: string[]; errors: string[] };

/** The types of a page's structured data, and what breaks Google's rules for rich results. Hints are left out. */
export async function checkStructuredData(html: string): Promise<StructuredData> {
  const found = new WebAutoExtractor().parse(html);
  const issues = await new Validator().validate(found);
  return {
    types: Object.keys(found.jsonld),
    errors: issues
      .filter(({ severity }) => severity === 'ERROR')
      .map(({ rootType, path = [], issueMessage }) => {
        const where = path.map(({ property, type, index }) => `${property ?? type}${index ? `[${index}]` : ''}`);
        return `${where.join('.') || rootType}: ${issueMessage}`;
      }),
  };
}
