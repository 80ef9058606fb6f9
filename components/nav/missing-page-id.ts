/** The id of an element in the shop's 404 page, so that the header of a signed-in person can recognise the page. */
export const missingPageId = 'missing-page';
