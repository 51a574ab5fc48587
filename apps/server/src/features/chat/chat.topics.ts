import type { TopicRules } from '#lib/live/live-topic.ts'

/** `chat` changes with the rooms and what is unread, `room:7` with the messages of one room. */
export const chatTopics: Pick<TopicRules, 'chat' | 'room'> = {
  chat: { of: 'all', mayFollow: ({ isAdmin }) => isAdmin },
  room: { of: 'thing', mayFollow: ({ isAdmin }) => isAdmin },
}
