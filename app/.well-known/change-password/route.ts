/** Redirects password managers to the settings (https://w3c.github.io/webappsec-change-password-url/). */
export const GET = () => new Response(null, { status: 302, headers: { location: '/profile/settings?tab=security' } });
