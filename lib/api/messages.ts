import english from '@/messages/en.json';

/** The English messages of the API, which are also the texts of its description. */
export const messages = english.api;

/** The English texts that only the description and its page need. */
export const texts = english.developers;
