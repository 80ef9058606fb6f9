/** A value of a datetime input in Spanish time: `2026-12-24T18:30`. */
export const typedMoment = /^20\d\d-\d\d-\d\dT\d\d:\d\d$/;
