import type { LiveTopicName } from '@slipstream/contract/live-topics'
import type { Tx } from '@slipstream/db/client'
import { announceToPages } from '../cache/change-bus.ts'
import type { CurrentUser } from '../current-user.ts'

/**
 * Decides who may follow a topic. A feature declares its topics in <feature>.topics.ts, collected in all-live-topics.ts, and
 * names them in the contract's live-topics.ts.
 */
interface TopicRule {
  /** One for everyone who may follow it (`staff`), one per object (`ticket:12`), or one per person (`me`). */
  of: 'all' | 'thing' | 'person'
  /**
   * Checked when a person starts to follow it and when they send a signal to it. The id is that of the object or
   * person.
   */
  mayFollow: (user: CurrentUser, id: number) => boolean | Promise<boolean>
}

export type TopicRules = Readonly<Record<LiveTopicName, TopicRule>>

/** Restricts a hint about a topic that others follow too, such as an internal note on a customer's ticket. */
export type Audience = 'staff'

/** The hub's key of a topic: `staff`, `ticket:12`, or `me@7`, because each person follows their own as `me`. */
export type TopicKey = string

/**
 * Makes every open page that follows the topic fetch it again when the transaction commits. The id is that of the thing
 * or person. NOTIFY makes commits wait for each other, so use it for actions of people, not for carts or polls.
 */
export const announceHint = (tx: Tx, name: LiveTopicName, id?: number, audience?: Audience) =>
  announceToPages(tx, [name, ...(id === undefined ? [] : [id]), ...(audience ? [audience] : [])].join(' '))

export interface Hint {
  key: TopicKey
  audience: Audience | null
}

/** Reads what `announceHint` wrote: `staff`, `ticket 12` or `ticket 12 staff`. */
export const readHint = (rules: TopicRules, text: string): Hint | null => {
  const [, name = '', id, audience] = /^([a-z]+)(?: (\d+))?(?: (staff))?$/.exec(text) ?? []
  const rule = ruleOf(rules, name)
  if (!rule) return null
  return { key: keyOf(rule, name, Number(id ?? 0)), audience: audience === 'staff' ? audience : null }
}

/** The key of a topic as a page names it, if this person may follow it. */
export const keyFor = async (rules: TopicRules, topic: string, user: CurrentUser): Promise<TopicKey | null> => {
  const [, name = '', digits] = /^([a-z]+)(?::([1-9]\d{0,8}))?$/.exec(topic) ?? []
  const rule = ruleOf(rules, name)
  if (!rule || (rule.of === 'thing') !== (digits !== undefined)) return null
  const id = rule.of === 'person' ? user.id : Number(digits ?? 0)
  return (await rule.mayFollow(user, id)) ? keyOf(rule, name, id) : null
}

/** The topic as pages know it. */
export const topicOf = (key: TopicKey) => key.split('@', 1)[0] ?? key

const ruleOf = (rules: TopicRules, name: string): TopicRule | undefined =>
  Object.hasOwn(rules, name) ? rules[name as LiveTopicName] : undefined

const keyOf = ({ of }: TopicRule, name: string, id: number): TopicKey => {
  if (of === 'all') return name
  return of === 'thing' ? `${name}:${id}` : `${name}@${id}`
}
