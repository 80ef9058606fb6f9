/** Arguments of a database function, some of them null: the generated types do not know that an argument may be. */
export const nullable = <Args extends object>(args: Args): { [Name in keyof Args]: NonNullable<Args[Name]> } =>
  args as { [Name in keyof Args]: NonNullable<Args[Name]> };
