import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'

export const READ = 'GET /api/admin/settings/values'
export const CHANGE = 'PATCH /api/admin/settings/values'

const defaults = Object.fromEntries(
  Object.keys(SETTING_NAMES).map((key) => [key, DEFAULT_SETTINGS[key as keyof typeof DEFAULT_SETTINGS]]),
)
export const PICTURE_BASE = 'https://assets.example/'
const changes = [{ key: 'blurb', at: '2026-11-14T09:30:00.000Z', by: 'maren.kessel' }]

/** A tab of the settings with these stored values, shown and loaded. */
export const pretendSettings = async (address: string, tab: ReactElement, firstField: string, values: object = {}) => {
  const stored = { ...defaults, ...values }
  const stand = pretendStore({
    [READ]: () => ({ values: stored, changes, pictureBase: PICTURE_BASE }),
    [CHANGE]: ({ body }) => ({ values: { ...stored, ...(body as object) }, changes, pictureBase: PICTURE_BASE }),
  })
  showAt(address, tab)
  await screen.findByLabelText(firstField)
  return { stand, sent: () => stand.asked(CHANGE).map(({ body }) => body) }
}
