/**
 * What an open page can follow: `me` is about the signed-in user, `staff` about everything the staff's lists show. The
 * topic of a single room or ticket has its id. The server's all-live-topics.ts decides who may follow a topic.
 */
export type LiveTopic = 'me' | 'staff' | 'chat' | `room:${number}` | `ticket:${number}`

type NameOf<Topic> = Topic extends `${infer Name}:${number}` ? Name : Topic
export type LiveTopicName = NameOf<LiveTopic>

/** The most topics of one connection, which follows the topics of all tabs of a browser. */
export const MOST_LIVE_TOPICS = 40

/** How often pages poll without a connection, and with one, in case a hint was lost. */
export const LIVE_POLL_MS = 15_000
export const LIVE_SAFETY_POLL_MS = 60_000
