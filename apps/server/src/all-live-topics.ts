import type { Db } from '@slipstream/db/client'
import { chatTopics } from '#features/chat/chat.topics.ts'
import { liveTopics } from '#features/live/live.topics.ts'
import { ticketTopics } from '#features/tickets/tickets.topics.ts'
import type { TopicRules } from '#lib/live/live-topic.ts'

/** Every topic that open pages can follow, and who may follow it. */
export const allLiveTopics = (db: Db): TopicRules => ({
  ...liveTopics,
  ...ticketTopics(db),
  ...chatTopics,
})
