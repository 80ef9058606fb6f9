import english from '@/messages/en.json';

/** The English messages of the API, which are also the texts of its description. */
export const messages = english.api;
