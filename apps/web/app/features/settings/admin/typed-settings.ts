import type { EditableKey, EditableSettings, SettingsChange } from '@slipstream/contract/settings-admin'

/** The settings as they are typed: a number is text until it is sent. */
export type TypedSettings = {
  [Key in EditableKey]: EditableSettings[Key] extends number ? string : EditableSettings[Key]
}

export const toTyped = (values: EditableSettings): TypedSettings => ({
  ...values,
  downloadWindowDays: String(values.downloadWindowDays),
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const changedKeys = (typed: TypedSettings, saved: TypedSettings) =>
  (Object.keys(saved) as EditableKey[]).filter((key) => !isSame(typed[key], saved[key]))

/** Only what was changed here, so that a save does not undo what another administrator changed meanwhile. */
export const toChange = (typed: TypedSettings, saved: TypedSettings): SettingsChange =>
  Object.fromEntries(
    changedKeys(typed, saved).map((key) => [key, key === 'downloadWindowDays' ? toNumber(typed[key]) : typed[key]]),
  )

/** Text that is not a number stays text, so that the contract's schema refuses it. */
const toNumber = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)
