export const CHAT_MESSAGE_LENGTH = 4_000
/** More unread messages are counted as this many. */
export const MOST_UNREAD = 100
export const MOST_CHAT_ROOMS = 50
