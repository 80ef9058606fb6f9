/** A refusal in the form of Auth. */
export const refuse = (status: number, error_code: string, msg: string): Response =>
  Response.json({ code: status, error_code, msg }, { status });

/** The refusal of a second mail within a minute. */
export const refuseMail = () =>
  refuse(429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 60 seconds.');
