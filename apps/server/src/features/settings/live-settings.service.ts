import { phaseOf } from '@slipstream/contract/maintenance'
import { settingsApi, type Settings } from '@slipstream/contract/settings'
import type { Db } from '@slipstream/db/client'
import type { Logger } from 'pino'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { keepFresh } from '#lib/cache/keep-fresh.ts'
import { prepareAnswer, type PreparedAnswer } from '#lib/cache/prepared-answer.ts'
import { pictureAddress, type PictureStorage } from './picture-address.ts'
import { readSettings } from './settings.service.ts'
import { siteStatusIn } from './site-status.ts'

/** A lost announcement (after a database failover, say) is made up for by the next regular read. */
const READ_AGAIN_MS = 5_000

/** The settings and the prepared answers that apply at one moment. */
interface Moment {
  settings: Settings
  status: PreparedAnswer
  adminStatus: PreparedAnswer
}

interface Snapshot {
  store: PreparedAnswer
  window: Settings['plannedMaintenance']
  /** `during` applies within the planned window, `before` until it begins, and `otherwise` without one. */
  during: Moment
  before: Moment
  otherwise: Moment
}

/** The settings in memory, so that a poll costs no query; the last known ones while the database is down. */
export interface LiveSettings {
  current: () => Settings
  status: () => PreparedAnswer
  store: () => PreparedAnswer
  adminStatus: () => PreparedAnswer
  /** Called after the new settings are in place. */
  onChange: (listener: () => void) => void
  close: () => void
}

/** What other features and the configuration add, so that settings need not know about them. */
interface Sources {
  givesDiscordRole: boolean
  countOpenRequests: (db: Db) => Promise<number>
  storage: PictureStorage
}

export const openLiveSettings = async (
  db: Db,
  bus: ChangeBus,
  log: Logger,
  sources: Sources,
): Promise<LiveSettings> => {
  const listeners: (() => void)[] = []
  let snapshot = await takeSnapshot(db, sources)

  const read = async () => {
    const next = await takeSnapshot(db, sources)
    const isNew = next.store.etag !== snapshot.store.etag || now(next).status.etag !== now(snapshot).status.etag
    snapshot = next
    if (isNew) for (const listener of listeners) listener()
  }
  const { refresh, close } = keepFresh({ read, everyMs: READ_AGAIN_MS, log, name: 'the settings' })

  bus.onChange('settings', refresh)
  bus.onChange('requests', refresh)

  return {
    current: () => now(snapshot).settings,
    status: () => now(snapshot).status,
    store: () => snapshot.store,
    adminStatus: () => now(snapshot).adminStatus,
    onChange: (listener) => {
      listeners.push(listener)
    },
    close,
  }
}

const takeSnapshot = async (db: Db, { countOpenRequests, givesDiscordRole, storage }: Sources): Promise<Snapshot> => {
  const settings = await readSettings(db)
  const openRequests = await countOpenRequests(db)
  const window = settings.plannedMaintenance
  const moment = (phase: 'during' | 'before' | 'none'): Moment => {
    const status = siteStatusIn(phase, settings)
    return {
      settings: { ...settings, maintenanceMode: status.maintenanceMode },
      status: prepareAnswer(settingsApi.siteStatus, status),
      adminStatus: prepareAnswer(settingsApi.adminSettings, { ...status, openRequests }),
    }
  }
  return {
    store: prepareAnswer(settingsApi.store, {
      ...settings,
      logo: pictureAddress(storage, settings.logo),
      sharePicture: pictureAddress(storage, settings.sharePicture),
      givesDiscordRole,
    }),
    window,
    during: moment('during'),
    before: moment('before'),
    otherwise: moment('none'),
  }
}

/** A window begins and ends to the millisecond in every process, without an announcement. */
const now = (snapshot: Snapshot): Moment => {
  if (snapshot.window === null) return snapshot.otherwise
  const phase = phaseOf(snapshot.window, Date.now())
  return phase === 'during' || phase === 'before' ? snapshot[phase] : snapshot.otherwise
}
