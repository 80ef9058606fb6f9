import '../../../local/database/start-database.ts';

/** Brings in the embedded database, whose package has exit handlers of its own, as the real set-up does. */
export default function setup() {}
