/** A moment as an input for date and time sends it, by the clocks of Spain: `2026-12-24T18:30`. */
export const typedMoment = /^20\d\d-\d\d-\d\dT\d\d:\d\d$/;
