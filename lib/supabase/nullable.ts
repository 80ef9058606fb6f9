/** Arguments of a database function, some of them null: the generated types do not know that an argument may be. */
export const nullable = <Args extends object>(args: { [Name in keyof Args]: Args[Name] | null }): Args => args as Args;
