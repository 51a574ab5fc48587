import type { TopicRules } from '#lib/live/live-topic.ts'

/** The topics that several features announce. */
export const liveTopics: Pick<TopicRules, 'me' | 'staff'> = {
  me: { of: 'person', mayFollow: () => true },
  staff: { of: 'all', mayFollow: ({ isAdmin }) => isAdmin },
}
