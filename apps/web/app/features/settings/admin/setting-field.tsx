import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import type { EditableKey } from '@slipstream/contract/settings-admin'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FieldGroup } from '#ui/field-group.tsx'
import { Moment } from '#ui/moment.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { changedKeys, toTyped } from './typed-settings.ts'

const DEFAULTS = toTyped(DEFAULT_SETTINGS)

interface SettingFieldProps {
  name: EditableKey
  /** What the setting does. */
  hint: ReactNode
  isOptional?: boolean
  /** Several controls that form one setting. */
  isGroup?: boolean
  children: ReactNode
}

/** One setting: what it does, what is wrong with it, who changed it last, and a way back to its default. */
export const SettingField = ({ name, hint, isOptional = false, isGroup = false, children }: SettingFieldProps) => {
  const { problems } = useSettingsForm()
  const Frame = isGroup ? FieldGroup : Field
  return (
    <div className="flex flex-col gap-1">
      <Frame label={SETTING_NAMES[name]} hint={hint} error={problems[name]} isOptional={isOptional}>
        {children}
      </Frame>
      <LastChange name={name} />
    </div>
  )
}

const LastChange = ({ name }: { name: EditableKey }) => {
  const { values, changes, change } = useSettingsForm()
  const last = changes.find(({ key }) => key === name)
  const isDefault = !changedKeys(values, DEFAULTS).includes(name)
  if (!last && isDefault) return null
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 text-caption text-subtle">
      <span>
        {last && (
          <>
            Changed <Moment at={last.at} /> by {last.by}
          </>
        )}
      </span>
      {!isDefault && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Reset ${SETTING_NAMES[name].toLowerCase()}`}
          onClick={() => change({ [name]: DEFAULTS[name] })}
        >
          <Undo2 aria-hidden="true" />
          Reset
        </Button>
      )}
    </div>
  )
}
