import { Counter, Gauge, type Registry } from 'prom-client'
import type { LiveSignal, LiveSignalKind } from '@slipstream/contract/live'
import { MOST_LIVE_TOPICS } from '@slipstream/contract/live-topics'
import type { Identity } from '#features/auth/identity.service.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import type { CurrentUser } from '#lib/current-user.ts'
import { DomainError } from '#lib/domain-error.ts'
import { createLiveHub, type Ending, frameOf, type LiveHub, type LiveStream } from '#lib/live/live-hub.ts'
import { keyFor, readHint, topicOf, type TopicKey, type TopicRules } from '#lib/live/live-topic.ts'

/** A browser shares one stream between its tabs, and briefly has two when it changes its topics. */
const MOST_PER_PERSON = 10
/** Like the limit on connections per address, but it also works behind a proxy. */
const MOST_PER_ADDRESS = 200
const MOST_STREAMS = 11_000

const SIGNALS = 'live:signals'
/** Sessions read in one query after the announcements were interrupted. */
const RECHECKED_TOGETHER = 1_000

interface LiveParts {
  bus: ChangeBus
  redis: RedisGateway
  identity: Pick<Identity, 'rightsOfSessions'>
  metrics: { registry: Registry }
  topics: TopicRules
}

interface SentSignal {
  key: TopicKey
  kind: LiveSignalKind
  userId: number
  isStaff: boolean
}

/** Connects the hub of this process to what all processes announce. */
export const openLive = ({ bus, redis, identity, metrics, topics }: LiveParts) => {
  const hub = createLiveHub(countIn(metrics.registry, () => hub.size()))

  const recheck = (streams: Parameters<LiveHub['recheck']>[0]) =>
    hub.recheck(streams, () => identity.rightsOfSessions(streams.map(({ user }) => user.sessionId)))

  bus.onHint((text) => {
    const hint = readHint(topics, text)
    if (hint) hub.hint(hint)
  })
  // A person's sessions, ban or role changed. After a lost connection this comes without an id; see below.
  bus.onChange('user', (userId) => {
    if (userId !== undefined) void recheck(hub.streamsOf(userId))
  })
  bus.onReturn(() => {
    hub.reset()
    void (async () => {
      const streams = hub.all()
      while (streams.length > 0) await recheck(streams.splice(-RECHECKED_TOGETHER))
    })()
  })
  const hearSignal = (message: string) => {
    const { key, kind, userId, isStaff } = JSON.parse(message) as SentSignal
    const topic = topicOf(key)
    const toStaff = frameOf('signal', { topic, kind, isStaff, userId } satisfies LiveSignal)
    const toCustomers = kind === 'typing' ? frameOf('signal', { topic, kind, isStaff } satisfies LiveSignal) : null
    const frameFor = ({ isAdmin }: CurrentUser) => (isAdmin ? toStaff : toCustomers)
    hub.signal(key, (reader) => (reader.id === userId ? null : frameFor(reader)))
  }
  // Workers have no streams and need no connection for them.
  let isSubscribed = false
  const subscribeOnce = () => {
    if (!isSubscribed) redis.subscribe(SIGNALS, hearSignal)
    isSubscribed = true
  }

  return {
    /** The keys of the topics that this person may follow. Others are left out: a page may name a deleted ticket. */
    keysFor: async (user: CurrentUser, list: string): Promise<TopicKey[]> => {
      const asked = [...new Set(list.split(','))]
      if (asked.length > MOST_LIVE_TOPICS) throw new DomainError('request.invalid')
      const keys = await Promise.all(asked.map((topic) => keyFor(topics, topic, user)))
      const allowed = keys.filter((key) => key !== null)
      if (allowed.length === 0) throw new DomainError('live.no_topic')
      return allowed
    },

    /** Call this before anything is sent, so that a refusal is an ordinary response. */
    admit: (user: CurrentUser, ip: string) => {
      if (hub.isDraining() || hub.size() >= MOST_STREAMS) throw new DomainError('server.busy')
      const isTooMany =
        hub.streamsOf(user.id).length >= MOST_PER_PERSON || hub.countAt(addressBucket(ip)) >= MOST_PER_ADDRESS
      if (isTooMany) throw new DomainError('request.too_many')
    },

    open: ({ ip, ...stream }: Omit<LiveStream, 'address'> & { ip: string }) => {
      subscribeOnce()
      return hub.open({ ...stream, address: addressBucket(ip) })
    },

    /** Reaches everybody who follows the topic at this moment, in any process, or nobody while Redis is down. */
    signal: async (user: CurrentUser, topic: string, kind: LiveSignalKind) => {
      const key = await keyFor(topics, topic, user)
      if (key === null) throw new DomainError('live.no_topic')
      const sent: SentSignal = { key, kind, userId: user.id, isStaff: user.isAdmin }
      await redis.attempt((connection) => connection.publish(SIGNALS, JSON.stringify(sent)))
    },

    drain: () => hub.drain(),
  }
}
export type Live = ReturnType<typeof openLive>

const countIn = (registry: Registry, size: () => number) => {
  new Gauge({
    name: 'slipstream_live_streams',
    help: 'Open event streams',
    registers: [registry],
    collect() {
      this.set(size())
    },
  })
  const delivered = new Counter({
    name: 'slipstream_live_hints_total',
    help: 'Hints written to event streams',
    registers: [registry],
  })
  const ended = new Counter({
    name: 'slipstream_live_ended_total',
    help: 'Event streams that ended, by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  return { delivered: () => delivered.inc(), ended: (reason: Ending) => ended.inc({ reason }) }
}
