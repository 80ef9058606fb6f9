/** The fields of a form after what was sent of it is done: blank, but for what was typed since. */
export const typedSince = <Form extends Record<string, string>>(now: Form, sent: Partial<Form>, blank: Form): Form =>
  Object.fromEntries(
    Object.keys(blank).map((field) => [field, now[field] === sent[field] ? blank[field] : now[field]]),
  ) as Form;
