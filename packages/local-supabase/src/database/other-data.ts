/** The data folder belongs to an earlier version or another set-up. It is not changed, and can only be deleted. */
export class OtherData extends Error {}
