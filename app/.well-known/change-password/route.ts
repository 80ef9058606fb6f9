/** Where password managers send people (https://w3c.github.io/webappsec-change-password-url/). */
export const GET = () => new Response(null, { status: 302, headers: { location: '/profile/settings?tab=security' } });
