import { type CSSProperties, Fragment } from 'react';
import { Body, Button, Container, Head, Heading, Html, Img, Link, Preview, Text } from 'react-email';
import type { ComposedMail, MailContext } from './types';

// The tokens of globals.css as plain values, because mail clients do not support custom properties. Clients without
// `prefers-color-scheme` show the light ones.
const light = {
  canvas: '#f4f6fb',
  surface: '#ffffff',
  ink: '#121829',
  muted: '#4d5973',
  buy: '#5b3df0',
  link: '#5b3df0',
  line: '#cbd3e3',
};
const dark = `@media (prefers-color-scheme: dark) {
  .canvas, .canvas > table > tbody > tr > td { background-color: #0b0f1c !important }
  .surface { background-color: #131a2c !important; border-color: #2b3650 !important }
  .ink { color: #f2f5fc !important }
  .muted { color: #a9b4cd !important; border-color: #2b3650 !important }
  .buy { background-color: #6a48f5 !important }
  .link { color: #b3a2ff !important }
}`;

/**
 * Wraps a mail in the shop's layout.
 *
 * @param cover the address of the product's cover, if it is about one
 */
export function frameMail(mail: ComposedMail, locale: string, cover: string | null = null) {
  const { subject, preview = subject, title = subject, content, action, footer } = mail;
  return (
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{dark}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body
        lang={locale}
        className="canvas ink"
        style={{
          backgroundColor: light.canvas,
          color: light.ink,
          fontFamily: 'Arial, sans-serif',
          padding: '32px 12px',
          // A long word, such as an address or a name, would make the mail wider than a phone.
          wordBreak: 'break-word',
        }}
      >
        <Container
          className="surface"
          style={{
            backgroundColor: light.surface,
            border: `1px solid ${light.line}`,
            borderRadius: 16,
            padding: 32,
            maxWidth: 520,
          }}
        >
          <Text className="ink" style={{ fontSize: 20, fontWeight: 700, margin: '0 0 20px', color: light.ink }}>
            UnStore
          </Text>
          {cover && (
            // The alternative text is empty, because the heading contains the name of the product.
            <Img
              src={cover}
              alt=""
              width="456"
              style={{ width: '100%', height: 'auto', borderRadius: 12, margin: '0 0 20px' }}
            />
          )}
          <Heading as="h1" className="ink" style={{ fontSize: 22, margin: '0 0 12px', color: light.ink }}>
            {title}
          </Heading>
          {content}
          {action && (
            <Button
              className="buy"
              href={action.href}
              style={{
                backgroundColor: light.buy,
                color: '#ffffff',
                borderRadius: 12,
                padding: '14px 22px',
                fontWeight: 700,
                marginTop: 20,
              }}
            >
              {action.label}
            </Button>
          )}
          <Text
            className="muted"
            style={{
              color: light.muted,
              fontSize: 13,
              borderTop: `1px solid ${light.line}`,
              paddingTop: 16,
              marginTop: 28,
            }}
          >
            {footer}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

/** A paragraph of a mail. */
export const MailText = ({ text }: { text: string }) => (
  <Text className="ink" style={{ margin: '0 0 12px', color: light.ink }}>
    {text}
  </Text>
);

/** Text with its line breaks as elements: the plain text part, generated from this one, ignores styles. */
const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never move
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

/** Text of a person. */
export const MailWords = ({ text, style }: { text: string; style?: CSSProperties }) => (
  <Text className="ink" style={{ margin: '12px 0 0', color: light.ink, ...style }}>
    <Lines text={text} />
  </Text>
);

/** A named fact of a mail, such as a price or a reason; `strong` for the main one, such as the total. */
export const MailLine = ({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) => (
  <Text
    className={strong ? 'ink' : 'muted'}
    style={{ margin: '6px 0', color: strong ? light.ink : light.muted, fontWeight: strong ? 700 : 400 }}
  >
    {name}: <Lines text={value} />
  </Text>
);

/** A link on its own line. */
export const MailLink = ({ href, label }: { href: string; label: string }) => (
  <Text style={{ margin: '12px 0 0' }}>
    <Link className="link" href={href} style={{ color: light.link }}>
      {label}
    </Link>
  </Text>
);

/** The link to the mail preferences. */
export const MailChoices = ({ siteUrl, t }: Pick<MailContext, 'siteUrl' | 't'>) => (
  <MailLink href={`${siteUrl}/profile/settings`} label={t('newsChoices')} />
);
