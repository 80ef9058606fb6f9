/** Names the 404 of the shop's pages, by which a signed-in person's part of the header knows it. */
export const missingPageId = 'missing-page';
