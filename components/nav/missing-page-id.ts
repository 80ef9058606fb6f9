/** Id of an element in the shop's 404 page, by which the header of a signed-in person recognises the page. */
export const missingPageId = 'missing-page';
