/** Arguments of a database function of which some are null, which the generated types do not allow for. */
export const nullable = <Args extends object>(args: Args): { [Name in keyof Args]: NonNullable<Args[Name]> } =>
  args as { [Name in keyof Args]: NonNullable<Args[Name]> };
