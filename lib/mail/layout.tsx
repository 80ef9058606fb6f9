import { type CSSProperties, Fragment } from 'react';
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Text } from 'react-email';
import type { ComposedMail, MailContext } from './types';

// The dark tokens of globals.css as plain values, because mail clients do not support custom properties.
const colors = {
  canvas: '#0b0f1c',
  surface: '#131a2c',
  ink: '#f2f5fc',
  muted: '#a9b4cd',
  buy: '#6a48f5',
  link: '#b3a2ff',
  line: '#2b3650',
};

/** Wraps a mail in the shop's layout. */
export function frameMail(mail: ComposedMail, locale: string) {
  const { subject, preview = subject, title = subject, content, action, footer } = mail;
  return (
    <Html lang={locale}>
      <Head />
      <Preview>{preview}</Preview>
      <Body
        style={{
          backgroundColor: colors.canvas,
          color: colors.ink,
          fontFamily: 'Arial, sans-serif',
          padding: '32px 12px',
        }}
      >
        <Container style={{ backgroundColor: colors.surface, borderRadius: 16, padding: 32, maxWidth: 520 }}>
          <Text style={{ fontSize: 20, fontWeight: 700, margin: '0 0 20px', color: colors.ink }}>UnStore</Text>
          <Heading as="h1" style={{ fontSize: 22, margin: '0 0 12px', color: colors.ink }}>
            {title}
          </Heading>
          {content}
          {action && (
            <Button
              href={action.href}
              style={{
                backgroundColor: colors.buy,
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
            style={{
              color: colors.muted,
              fontSize: 13,
              borderTop: `1px solid ${colors.line}`,
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
  <Text style={{ margin: '0 0 12px', color: colors.ink }}>{text}</Text>
);

/** Text of a person, with its line breaks as elements: the plain text part, generated from this one, ignores styles. */
export const MailWords = ({ text, style }: { text: string; style?: CSSProperties }) => (
  <Text style={{ margin: '12px 0 0', ...style }}>
    {text.split('\n').map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never move
      <Fragment key={index}>
        {index > 0 && <br />}
        {line}
      </Fragment>
    ))}
  </Text>
);

/** A named fact of a mail, such as a price; `strong` for the main one, such as the total. */
export const MailLine = ({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) => (
  <Text style={{ margin: '6px 0', color: strong ? colors.ink : colors.muted, fontWeight: strong ? 700 : 400 }}>
    {name}: {value}
  </Text>
);

/** A link on its own line. */
export const MailLink = ({ href, label }: { href: string; label: string }) => (
  <Text style={{ margin: '12px 0 0' }}>
    <Link href={href} style={{ color: colors.link }}>
      {label}
    </Link>
  </Text>
);

/** The link to the mail preferences. */
export const MailChoices = ({ siteUrl, t }: Pick<MailContext, 'siteUrl' | 't'>) => (
  <MailLink href={`${siteUrl}/profile/settings`} label={t('newsChoices')} />
);
