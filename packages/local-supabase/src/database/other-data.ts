/** Data of an earlier version or another set-up. They are left as they are, and can only be deleted. */
export class OtherData extends Error {}
