import type { TopicRules } from '#lib/live/live-topic.ts'

/** `chat` covers the rooms and unread counts, `room:7` the messages of one room. */
export const chatTopics: Pick<TopicRules, 'chat' | 'room'> = {
  chat: { of: 'all', mayFollow: ({ isAdmin }) => isAdmin },
  room: { of: 'thing', mayFollow: ({ isAdmin }) => isAdmin },
}
