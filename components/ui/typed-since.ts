/** Fields of a form after a submission: blank, except for input typed since. */
export const typedSince = <Form extends Record<string, string>>(now: Form, sent: Partial<Form>, blank: Form): Form =>
  Object.fromEntries(
    Object.keys(blank).map((field) => [field, now[field] === sent[field] ? blank[field] : now[field]]),
  ) as Form;
